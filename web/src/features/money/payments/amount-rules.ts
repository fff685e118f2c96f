import { AMOUNT_INVALID } from "@fairclick/core/money/amount-schema";
import { parseCents } from "./parse-cents";

type Checked = { ok: true; cents: number } | { ok: false; message: string };

const ABOVE_BALANCE = "Withdrawal amount cannot exceed your balance.";

/** Returns the custom amount if one is typed, else the preset. */
export function depositAmount(custom: string, presetDollars: number | null): Checked {
  const typed = parseCents(custom.trim() === "" ? String(presetDollars ?? "") : custom);
  return typed.ok ? typed : { ok: false, message: AMOUNT_INVALID };
}

export function withdrawalAmount(text: string, withdrawableCents: number): Checked {
  const typed = parseCents(text);
  if (!typed.ok) {
    const message = typed.reason === "unreadable" ? AMOUNT_INVALID : ABOVE_BALANCE;
    return { ok: false, message };
  }
  return typed.cents > withdrawableCents ? { ok: false, message: ABOVE_BALANCE } : typed;
}
