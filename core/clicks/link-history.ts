import {
  type ClickToJudge,
  type Facts,
  type LinkOutcomes,
  linkKey,
  type Need,
  type PaidQuarter,
  QUARTER_MS,
} from "./facts";
import { NestedMap } from "./nested-map";
import { parseTraces, type RefusedTrace } from "./refused-trace";

type Link = {
  /** Outcomes of the last counted visits, newest last: a refused visit's trace, or null if it passed. */
  outcomes: (RefusedTrace | null)[];
  /** By the start of the quarter of an hour (ms). */
  quarters: Map<number, Omit<PaidQuarter, "startsAt">>;
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
      quarters: new Map(paid.map(({ startsAt, ...counts }) => [startsAt, counts])),
    };
    links.set(click.campaignId, click.creatorId, link);
    return link;
  };
  const sum = (click: ClickToJudge, beforeMs: number, count: "clicks" | "unshared"): number => {
    let total = 0;
    for (const [startsAt, quarter] of open(click).quarters) {
      if (startsAt > click.at - beforeMs && startsAt <= click.at) total += quarter[count];
    }
    return total;
  };
  return {
    outcomes: (click: ClickToJudge): readonly (RefusedTrace | null)[] => open(click).outcomes,
    paid: (click: ClickToJudge, beforeMs: number): number => sum(click, beforeMs, "clicks"),
    unshared: (click: ClickToJudge, beforeMs: number): number => sum(click, beforeMs, "unshared"),
    addVisit: (click: ClickToJudge, refused: RefusedTrace | null): void => {
      const { outcomes } = open(click);
      outcomes.push(refused);
      if (outcomes.length > most) outcomes.shift();
    },
    addPaid: (click: ClickToJudge, isUnshared: boolean): void => {
      const { quarters } = open(click);
      const startsAt = click.at - (click.at % QUARTER_MS);
      const { clicks, unshared } = quarters.get(startsAt) ?? { clicks: 0, unshared: 0 };
      quarters.set(startsAt, { clicks: clicks + 1, unshared: unshared + (isUnshared ? 1 : 0) });
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
