const DAY_MS = 86_400_000;
const EVERY_MS = 30 * DAY_MS;
/** Days from the first check that finds no code to the second, which decides. */
export const SECOND_CHECK_DAYS = 14;
const RETRY_MS = DAY_MS;
/** A page that could not be read for this long counts as one without the code. */
const LONGEST_UNREAD_MS = 90 * DAY_MS;

/** `unreadable`: the page says nothing for or against the channel. */
export type CheckOutcome = "found" | "missing" | "unreadable";

export type Proof = { provedAt: Date; missingAt: Date | null };

export type CheckPlan =
  | { keeps: true; provedAt: Date; missingAt: Date | null; nextCheckAt: Date; isFirstMiss: boolean }
  | { keeps: false };

/** Decides what a check means for a channel that was verified by a code. */
export function planCheck(proof: Proof, outcome: CheckOutcome, at: Date): CheckPlan {
  const after = (ms: number) => new Date(at.getTime() + ms);
  if (outcome === "found") {
    const nextCheckAt = after(EVERY_MS);
    return { keeps: true, provedAt: at, missingAt: null, nextCheckAt, isFirstMiss: false };
  }
  if (outcome === "unreadable") {
    if (at.getTime() - proof.provedAt.getTime() >= LONGEST_UNREAD_MS) return { keeps: false };
    return { keeps: true, ...proof, nextCheckAt: after(RETRY_MS), isFirstMiss: false };
  }
  const secondMs = SECOND_CHECK_DAYS * DAY_MS;
  if (proof.missingAt === null) {
    const nextCheckAt = after(secondMs);
    return { keeps: true, ...proof, missingAt: at, nextCheckAt, isFirstMiss: true };
  }
  const decidesAt = new Date(proof.missingAt.getTime() + secondMs);
  if (at >= decidesAt) return { keeps: false };
  return { keeps: true, ...proof, nextCheckAt: decidesAt, isFirstMiss: false };
}
