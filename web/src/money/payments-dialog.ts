const dialogs = ["add-funds", "withdraw", "refund", "spend"] as const;

/** A dialog of the payments page, as its address names it. */
export type PaymentsDialog = (typeof dialogs)[number];

/** Returns undefined if the address names no dialog. */
export function parseDialog(name: unknown): PaymentsDialog | undefined {
  return dialogs.find((dialog) => dialog === name);
}
