/** Verdicts as tables of earnings have them, in this order. */
export const judgedColumns = [
  ["valid", "Valid"],
  ["invalid", "Refused"],
  ["held", "Held"],
  ["unpaid", "Unpaid"],
] as const;
