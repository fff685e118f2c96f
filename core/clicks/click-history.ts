import {
  type ClickToJudge,
  type Facts,
  type JudgedBefore,
  mergeNeighbourNeeds,
  type NeighbourNeed,
  needName,
  type Shared,
} from "./facts";
import { parseFirstClickId } from "./first-click";
import type { JudgedClick } from "./judge";
import { openLinkHistory } from "./link-history";
import { openNeighbours } from "./open-neighbours";
import type { Policy } from "./policy";
import { countedOutcome, type RefusedTrace } from "./refused-trace";
import { factRules } from "./registry";
import type { Timeline } from "./timeline";
import { claims } from "./verdict";

type Outcome = Pick<JudgedClick, "verdict" | "reason" | "signals">;

/**
 * What rules can query about other clicks: the facts that were read, and the clicks judged so far.
 * Throws if no rule declares the queried neighbours as a need.
 */
export type ClickHistory = {
  /** Visits that share something with the click. Includes the click itself if there are others. */
  visits: (click: ClickToJudge, shared: Shared) => Timeline;
  /** Paid and held clicks that share something with the click. */
  paid: (click: ClickToJudge, shared: Shared) => Timeline;
  /** The click whose response set the device's cookie; null if unknown or not judged yet. */
  firstClick: (click: ClickToJudge) => JudgedBefore | null;
  /**
   * Outcomes of the link's last counted visits, newest last; null for a visit that passed. Visits
   * that are invalid for another reason than `gainfulReasons` do not count.
   */
  outcomes: (click: ClickToJudge) => readonly (RefusedTrace | null)[];
  /** Number of the link's clicks that were paid or held before, in whole quarters of an hour. */
  paidOfLink: (click: ClickToJudge, beforeMs: number) => number;
  /** Adds a judged click, so that later clicks see it. */
  add: (click: ClickToJudge, outcome: Outcome) => void;
};

export function openHistory(facts: Facts, policy: Policy): ClickHistory {
  const needs = factRules.flatMap((rule) => rule.needs(policy));
  const neighbours = mergeNeighbourNeeds(needs).map((need) => ({
    need,
    ...openNeighbours(facts, need),
  }));
  const ofPaid = neighbours.filter(({ need }) => need.among === "paid");
  const link = openLinkHistory(facts, needs);
  const judged = new Map(facts.firstClicks);
  const finder = (among: NeighbourNeed["among"]) => {
    const known = new Map<Shared, (typeof neighbours)[number]>();
    return (click: ClickToJudge, shared: Shared): Timeline => {
      let found = known.get(shared);
      if (!found) {
        const name = needName({ among, ...shared });
        found = neighbours.find(({ need }) => needName(need) === name);
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
      const id = deviceKnown && deviceKey !== null ? parseFirstClickId(deviceKey) : null;
      return id === null ? null : (judged.get(id) ?? null);
    },
    outcomes: link.outcomes,
    paidOfLink: link.paid,
    add: (click, outcome) => {
      const { verdict, reason } = outcome;
      if (!click.deviceKnown) {
        const { id, at, campaignId, deviceKnown } = click;
        judged.set(id, { id, at, campaignId, deviceKnown, verdict, reason });
      }
      const counted = countedOutcome(click, outcome);
      if (counted !== null) link.addVisit(click, counted === "passed" ? null : counted);
      if (!claims({ verdict })) return;
      link.addPaid(click);
      for (const paid of ofPaid) paid.add(click);
    },
  };
}
