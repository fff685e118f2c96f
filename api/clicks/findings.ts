import type { LinkReview } from "@fairclick/core/clicks/findings";
import { FINDING_DAYS } from "@fairclick/core/clicks/link-findings";
import { reasonCategory } from "@fairclick/core/clicks/reasons";
import type { LinkFinding, OperatedFinding } from "@fairclick/sql/clicks/findings";

const DAY_MS = 86_400_000;

/** Presents a finding with its stored state, or the name that all cases have for it. */
export function presentFinding<State>(finding: Omit<OperatedFinding, "state"> & { state: State }) {
  const { id, code, campaignId, campaign, creatorId, creator, state, signals } = finding;
  return {
    ...{ id, code, campaignId, campaign, creatorId, creator, state, signals },
    fromAt: finding.fromAt.toISOString(),
    foundAt: finding.foundAt.toISOString(),
    closedAt: finding.closedAt?.toISOString() ?? null,
    paidMicros: finding.paidMicros.toString(),
    explanation: finding.explanation,
  };
}

/** Shows a creator the category that all findings have; figures would help to get around the rules. */
export function presentReview({ foundAt, explanation }: LinkFinding): LinkReview {
  return {
    since: foundAt.toISOString(),
    until: new Date(foundAt.getTime() + FINDING_DAYS * DAY_MS).toISOString(),
    category: reasonCategory("link_networks"),
    appealed: explanation !== null,
  };
}
