import { dollarsFromMicros } from "@fairclick/core/amounts";
import type { LiveClick } from "@fairclick/core/clicks/campaign-clicks";
import { REVERSED } from "@fairclick/core/clicks/decisions";
import { msUntilJudged } from "@fairclick/core/clicks/judge";
import type { Policy } from "@fairclick/core/clicks/policy";
import { describeProof } from "@fairclick/core/clicks/proofs";
import { describeCategory, reasonRule } from "@fairclick/core/clicks/reasons";
import { t } from "@fairclick/core/language/t";
import type { LiveClickRow } from "@fairclick/sql/clicks/read-clicks";

/**
 * Presents a click to its creator: the kind of reason and the rule, never the evidence. `policy` is the one
 * that judged it.
 */
export function presentLiveClick(
  click: Omit<LiveClickRow, "campaignId" | "creatorId" | "changedAt">,
  { now, policy }: { now: Date; policy: Policy },
): LiveClick {
  const { id, clickedAt, verdict, paidMicros } = click;
  return {
    id,
    clickedAt: clickedAt.toISOString(),
    verdict,
    judgedInSeconds:
      verdict === "pending"
        ? Math.ceil(msUntilJudged({ clickedAt, windowSeconds: policy.windowSeconds, now }) / 1_000)
        : null,
    category: describeCategory(click),
    rule: describeRule(click, policy),
    paid: dollarsFromMicros(paidMicros),
  };
}

type Told = Pick<
  LiveClickRow,
  "verdict" | "reason" | "decided" | "proof" | "clickRules" | "objectionAnswer"
>;

/** The rule that refused the click, and what a return of its player changes about it. */
function describeRule(
  { verdict, reason, decided, proof, clickRules, objectionAnswer }: Told,
  policy: Policy,
) {
  if (verdict === "valid") return proof === "paid" ? describeProof(proof) : null;
  if (decided === "reject") return t`An operator rejected this click.`;
  if (reason === null) return null;
  if (reason === REVERSED && objectionAnswer !== null) {
    return t`The developer objected to this click, and an operator reversed its payment: “${objectionAnswer}”`;
  }
  const rule = reasonRule(reason, policy, clickRules);
  const proven = proof === "paid" ? null : describeProof(proof);
  return proven === null ? rule : [rule, proven].filter(Boolean).join(" ");
}
