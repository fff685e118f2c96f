import {
  type ClickToJudge,
  type Facts,
  type LinkOutcomes,
  linkKey,
  type Need,
  QUARTER_MS,
} from "./facts";
import { NestedMap } from "./nested-map";
import { parseTraces, type RefusedTrace } from "./refused-trace";

type Link = {
  /** Outcomes of the last counted visits, newest last: a refused visit's trace, or null if it passed. */
  outcomes: (RefusedTrace | null)[];
  /** Number of paid and held clicks by the start of their quarter of an hour (ms). */
  quarters: Map<number, number>;
};

/** Tracks each click's link: the facts that were read, and the clicks judged so far. */
export function openLinkHistory(facts: Facts, needs: readonly Need[]) {
  const most = Math.max(0, ...needs.map((need) => (need.kind === "outcomes" ? need.visits : 0)));
  const links = new NestedMap<Link>();
  const open = (click: ClickToJudge): Link => {
    const known = links.get(click.campaignId, click.creatorId);
    if (known) return known;
    const key = linkKey(click);
    const paid = facts.paidOfLinks.get(key) ?? [];
    const link = {
      outcomes: most > 0 ? parseOutcomes(facts.outcomes.get(key)).slice(-most) : [],
      quarters: new Map(paid.map(({ startsAt, clicks }) => [startsAt, clicks])),
    };
    links.set(click.campaignId, click.creatorId, link);
    return link;
  };
  return {
    outcomes: (click: ClickToJudge): readonly (RefusedTrace | null)[] => open(click).outcomes,
    paid: (click: ClickToJudge, beforeMs: number): number => {
      let paid = 0;
      for (const [startsAt, clicks] of open(click).quarters) {
        if (startsAt > click.at - beforeMs && startsAt <= click.at) paid += clicks;
      }
      return paid;
    },
    addVisit: (click: ClickToJudge, refused: RefusedTrace | null): void => {
      const { outcomes } = open(click);
      outcomes.push(refused);
      if (outcomes.length > most) outcomes.shift();
    },
    addPaid: (click: ClickToJudge): void => {
      const { quarters } = open(click);
      const startsAt = click.at - (click.at % QUARTER_MS);
      quarters.set(startsAt, (quarters.get(startsAt) ?? 0) + 1);
    },
  };
}

function parseOutcomes(known: LinkOutcomes | undefined): (RefusedTrace | null)[] {
  if (!known) return [];
  const traces = known.refused === "" ? [] : parseTraces(known.refused);
  const outcomes: (RefusedTrace | null)[] = [];
  for (let place = known.visits.length - 1; place >= 0; place -= 1) {
    outcomes.push(known.visits[place] === "1" ? (traces.pop() ?? unknownTrace) : null);
  }
  return outcomes.reverse();
}

/** Shares nothing with any click. */
const unknownTrace: RefusedTrace = { quarter: 0, place: "", address: "" };
