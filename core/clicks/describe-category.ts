import type { ProofOutcome } from "../conversions/proofs";
import { describeReversal, type ReversalCategory } from "./decisions";
import { reasonCategory } from "./reasons";
import type { Verdict } from "./signal";

type Judged = {
  verdict: Verdict;
  reason: string | null;
  /** Why an operator reversed the click. */
  category: ReversalCategory | null;
  proof: ProofOutcome | null;
};

/**
 * Returns the category of a click's reason, with that of its reversal. Of clicks without a reason
 * only those that the game proved have one; the others return null.
 */
export function describeCategory({ verdict, reason, category, proof }: Judged): string | null {
  if (reason === null) {
    return verdict === "valid" && proof === "paid" ? "Proven by the game" : null;
  }
  const found = reasonCategory(reason);
  return category ? `${found}: ${describeReversal(category).toLowerCase()}` : found;
}
