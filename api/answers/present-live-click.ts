import { policy } from "@fairclick/core/clicks/policy";
import { reasonCategory, reasonRule } from "@fairclick/core/clicks/reasons";
import { judgedInMs } from "@fairclick/core/clicks/watermark";
import { dollarsFromMicros } from "@fairclick/core/money";
import type { LiveClick } from "@fairclick/core/schemas/live-click";
import type { LiveClickRow } from "@fairclick/sql/live-clicks";

export function presentLiveClick(
  click: Omit<LiveClickRow, "campaignId" | "creatorId" | "changedAt">,
  { now, windowSeconds }: { now: Date; windowSeconds: number },
): LiveClick {
  const { id, clickedAt, verdict, reason, paidMicros } = click;
  return {
    id,
    clickedAt: clickedAt.toISOString(),
    verdict,
    judgedInSeconds:
      verdict === "pending"
        ? Math.ceil(judgedInMs({ clickedAt, windowSeconds, now }) / 1_000)
        : null,
    category: reason === null ? null : reasonCategory(reason),
    rule: reason === null ? null : reasonRule(reason, { ...policy, windowSeconds }),
    paid: dollarsFromMicros(paidMicros),
  };
}
