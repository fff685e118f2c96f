/** This many disputes that are open or lost close an account to new campaigns. */
export const DISPUTE_LIMIT = 2;
/** How long a dispute counts, in days. */
export const DISPUTE_DAYS = 180;

export function isClosedByDisputes(disputes: number): boolean {
  return disputes >= DISPUTE_LIMIT;
}
