import {
  type ClickToJudge,
  type Facts,
  type JudgedBefore,
  linkKey,
  mergeNeighbourNeeds,
  type Neighbour,
  type NeighbourNeed,
  needName,
  QUARTER_MS,
  type Shared,
  sharedKey,
} from "./facts";
import { firstClickOf } from "./first-click";
import type { Policy } from "./policy";
import { factRules } from "./registry";
import type { FinalVerdict } from "./signal";
import { addToTimeline, type Timeline, toTimeline } from "./timeline";
import { claims } from "./verdict";
import { isVisit } from "./visit";

type Outcome = { verdict: FinalVerdict; reason: string | null };

/**
 * What rules know of a click beside itself, from the facts that were read and from the clicks judged
 * so far. Facts that no rule declares as its need throw.
 */
export type ClickHistory = {
  /** Visits that share something with the click, itself among them if there are others. */
  visits: (click: ClickToJudge, shared: Shared) => Timeline;
  /** Clicks paid or held that share something with the click. */
  paid: (click: ClickToJudge, shared: Shared) => Timeline;
  /** The click whose answer set the device's cookie; null if there is none or it is not judged. */
  firstClick: (click: ClickToJudge) => JudgedBefore | null;
  /** How the link's last visits were judged, the newest last: true is invalid. */
  outcomes: (click: ClickToJudge) => readonly boolean[];
  /** How many clicks of the click's link were paid or held before it, to the quarter of an hour. */
  paidOfLink: (click: ClickToJudge, beforeMs: number) => number;
  /** Adds a judged click, for those after it. */
  add: (click: ClickToJudge, outcome: Outcome) => void;
};

export function openHistory(facts: Facts, policy: Policy): ClickHistory {
  const needs = factRules.flatMap((rule) => rule.needs(policy));
  const neighbourNeeds = mergeNeighbourNeeds(needs);
  const timelines = new Map(
    neighbourNeeds.map((need) => [needName(need), openTimelines(facts, need)]),
  );
  const ofPaid = neighbourNeeds
    .filter(({ among }) => among === "paid")
    .flatMap((need) => timelines.get(needName(need)) ?? []);
  const most = Math.max(0, ...needs.map((need) => (need.kind === "outcomes" ? need.visits : 0)));
  const outcomes = openOutcomes(facts, most);
  const paidOfLinks = openPaidOfLinks(facts);
  const judged = new Map(facts.firstClicks);
  const finder = (among: NeighbourNeed["among"]) => {
    const known = new Map<Shared, Timelines>();
    return (click: ClickToJudge, shared: Shared): Timeline => {
      let found = known.get(shared);
      if (!found) {
        const name = needName({ among, ...shared });
        found = timelines.get(name);
        if (!found) throw new Error(`No rule declares that it needs ${name}`);
        known.set(shared, found);
      }
      return found.of(click);
    };
  };
  return {
    visits: finder("visits"),
    paid: finder("paid"),
    firstClick: ({ deviceKnown, deviceKey }) => {
      const id = deviceKnown && deviceKey !== null ? firstClickOf(deviceKey) : null;
      return id === null ? null : (judged.get(id) ?? null);
    },
    outcomes: outcomes.of,
    paidOfLink: paidOfLinks.count,
    add: (click, { verdict, reason }) => {
      if (!click.deviceKnown) {
        const { id, at, campaignId, deviceKnown } = click;
        judged.set(id, { id, at, campaignId, deviceKnown, verdict, reason });
      }
      if (isVisit(click.signals)) outcomes.add(click, verdict === "invalid");
      if (!claims({ verdict })) return;
      paidOfLinks.add(click);
      for (const paid of ofPaid) paid.add(click);
    },
  };
}

const none: Timeline = [];

type Timelines = { of: (click: ClickToJudge) => Timeline; add: (click: ClickToJudge) => void };

/** The timelines of clicks that share something, each made when it is first looked at. */
function openTimelines(facts: Facts, need: NeighbourNeed): Timelines {
  const read = facts.neighbours.get(needName(need));
  const own = need.among === "visits" ? groupVisits(facts.clicks, need) : null;
  const opened = new Map<string, Neighbour[]>();
  const open = (key: string): Neighbour[] | null => {
    const known = opened.get(key);
    if (known) return known;
    const before = read?.get(key);
    const visits = own?.get(key);
    if (!before && (!visits || visits.length < 2)) return null;
    const timeline = toTimeline([...(before ?? []), ...(visits ?? [])]);
    opened.set(key, timeline);
    return timeline;
  };
  return {
    of: (click) => {
      const key = sharedKey(click, need);
      return key === null ? none : (open(key) ?? none);
    },
    add: (click) => {
      const key = sharedKey(click, need);
      if (key === null) return;
      const timeline = open(key);
      if (timeline) addToTimeline(timeline, click);
      else opened.set(key, [click]);
    },
  };
}

function groupVisits(clicks: readonly ClickToJudge[], shared: Shared): Map<string, ClickToJudge[]> {
  const groups = new Map<string, ClickToJudge[]>();
  for (const click of clicks) {
    const key = isVisit(click.signals) ? sharedKey(click, shared) : null;
    if (key === null) continue;
    const group = groups.get(key);
    if (group) group.push(click);
    else groups.set(key, [click]);
  }
  return groups;
}

/** The outcomes of each link's last visits, at most `most` of them. */
function openOutcomes(facts: Facts, most: number) {
  const links = new Map<string, boolean[]>();
  const of = (click: ClickToJudge): boolean[] => {
    const key = linkKey(click);
    const known = links.get(key);
    if (known) return known;
    const text = most > 0 ? (facts.outcomes.get(key) ?? "").slice(-most) : "";
    const outcomes = [...text].map((character) => character === "1");
    links.set(key, outcomes);
    return outcomes;
  };
  return {
    of,
    add: (click: ClickToJudge, invalid: boolean) => {
      const outcomes = of(click);
      outcomes.push(invalid);
      if (outcomes.length > most) outcomes.shift();
    },
  };
}

function openPaidOfLinks(facts: Facts) {
  const links = new Map<string, Map<number, number>>();
  const of = (click: ClickToJudge): Map<number, number> => {
    const key = linkKey(click);
    const known = links.get(key);
    if (known) return known;
    const read = facts.paidOfLinks.get(key) ?? [];
    const quarters = new Map(read.map(({ startsAt, clicks }) => [startsAt, clicks]));
    links.set(key, quarters);
    return quarters;
  };
  return {
    count: (click: ClickToJudge, beforeMs: number): number => {
      let paid = 0;
      for (const [startsAt, clicks] of of(click)) {
        if (startsAt > click.at - beforeMs && startsAt <= click.at) paid += clicks;
      }
      return paid;
    },
    add: (click: ClickToJudge): void => {
      const quarters = of(click);
      const startsAt = click.at - (click.at % QUARTER_MS);
      quarters.set(startsAt, (quarters.get(startsAt) ?? 0) + 1);
    },
  };
}
