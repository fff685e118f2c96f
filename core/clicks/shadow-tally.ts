import type { ClickToJudge } from "./facts";
import { NestedMap } from "./nested-map";
import type { Decision, JudgedClick } from "./verdict";

/** Clicks of each change that are kept to look at, per shard of the settlement. */
export const SAMPLED_CLICKS = 10;

/** Clicks that the active policy decides as `from` and the shadow as `to`; the two may be equal. */
export type ShadowOutcome = {
  from: Decision;
  to: Decision;
  clicks: number;
  /** How much more the shadow would pay creators; negative for less. */
  micros: bigint;
  /** The first `SAMPLED_CLICKS` in click order; empty if the decisions are equal. */
  sample: { id: string; at: number }[];
};

/** Number of a link's clicks that the two decide differently. */
export type ShadowLink = { campaignId: string; creatorId: string; clicks: number; micros: bigint };

/** What a shadow would change in a batch. */
export type ShadowFigures = { outcomes: ShadowOutcome[]; links: ShadowLink[] };

export type ShadowTally = {
  figures: ShadowFigures;
  add: (click: ClickToJudge, judged: JudgedClick, shadowed: JudgedClick) => void;
};

/** Counts how a shadow decides clicks beside the active policy. */
export function openShadowTally(): ShadowTally {
  const figures: ShadowFigures = { outcomes: [], links: [] };
  const outcomeOf = new NestedMap<ShadowOutcome>();
  const linkOf = new NestedMap<ShadowLink>();
  return {
    figures,
    add: (click, from, to) => {
      const [one, other] = [decisionKey(from), decisionKey(to)];
      const outcome = outcomeOf.get(one, other) ?? newOutcome(from, to);
      if (outcome.clicks === 0) {
        outcomeOf.set(one, other, outcome);
        figures.outcomes.push(outcome);
      }
      const micros = to.paidMicros - from.paidMicros;
      outcome.clicks += 1;
      outcome.micros += micros;
      if (one === other) return;
      if (outcome.sample.length < SAMPLED_CLICKS)
        outcome.sample.push({ id: click.id, at: click.at });
      const { campaignId, creatorId } = click;
      const link = linkOf.get(campaignId, creatorId) ?? newLink(click);
      if (link.clicks === 0) {
        linkOf.set(campaignId, creatorId, link);
        figures.links.push(link);
      }
      link.clicks += 1;
      link.micros += micros;
    },
  };
}

/** The same reason can hold a click by one policy and refuse it by another. */
function decisionKey({ verdict, reason }: Decision): string {
  return `${verdict} ${reason}`;
}

function newOutcome(from: Decision, to: Decision): ShadowOutcome {
  return {
    from: { verdict: from.verdict, reason: from.reason },
    to: { verdict: to.verdict, reason: to.reason },
    clicks: 0,
    micros: 0n,
    sample: [],
  };
}

function newLink({ campaignId, creatorId }: ClickToJudge): ShadowLink {
  return { campaignId, creatorId, clicks: 0, micros: 0n };
}
