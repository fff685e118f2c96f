import { describeReversal, type ReversalCategory } from "@fairclick/core/clicks/decisions";
import type { LiveClick } from "@fairclick/core/clicks/live-click-schema";
import { policy } from "@fairclick/core/clicks/policy";
import { reasonCategory, reasonRule } from "@fairclick/core/clicks/reasons";
import { msUntilJudged } from "@fairclick/core/clicks/watermark";
import { dollarsFromMicros } from "@fairclick/core/money/micros";
import type { LiveClickRow } from "@fairclick/sql/clicks/live-clicks";

/** Presents a click to its creator: the kind of reason and the rule, never the evidence. */
export function presentLiveClick(
  click: Omit<LiveClickRow, "campaignId" | "creatorId" | "changedAt">,
  { now, windowSeconds }: { now: Date; windowSeconds: number },
): LiveClick {
  const { id, clickedAt, verdict, reason, paidMicros, decided } = click;
  return {
    id,
    clickedAt: clickedAt.toISOString(),
    verdict,
    judgedInSeconds:
      verdict === "pending"
        ? Math.ceil(msUntilJudged({ clickedAt, windowSeconds, now }) / 1_000)
        : null,
    category: reason === null ? null : describeCategory(reason, click.category),
    rule:
      decided === "reject"
        ? "An operator rejected this click."
        : reason === null
          ? null
          : reasonRule(reason, { ...policy, windowSeconds }),
    paid: dollarsFromMicros(paidMicros),
  };
}

function describeCategory(reason: string, reversedFor: ReversalCategory | null): string {
  const category = reasonCategory(reason);
  return reversedFor ? `${category}: ${describeReversal(reversedFor).toLowerCase()}` : category;
}
