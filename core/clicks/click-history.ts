import type { ClickHistory } from "./click-facts";
import {
  type ClickToJudge,
  type Facts,
  linkKey,
  mergeNeighbourNeeds,
  type NeighbourNeed,
  needName,
  type Shared,
} from "./facts";
import { parseFirstClickId } from "./first-click";
import { openLinkHistory } from "./link-history";
import { openNeighbours } from "./open-neighbours";
import type { Policy } from "./policy";
import { countedOutcome } from "./refused-trace";
import { listNeeds } from "./registry";
import { isFromSharedAddress } from "./shared-address";
import type { Timeline } from "./timeline";
import { claims } from "./verdict";

/** Tracks the facts that the rules need under any of the policies. */
export function openHistory(facts: Facts, policies: readonly Policy[]): ClickHistory {
  const needs = listNeeds(policies);
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
    finding: (click, signal) =>
      facts.findings.get(linkKey(click))?.find((each) => each.signal === signal)?.evidence ?? null,
    paidOfLink: link.paid,
    unsharedOfLink: link.unshared,
    add: (click, outcome) => {
      const { verdict, reason } = outcome;
      if (!click.deviceKnown) {
        const { id, at, campaignId, deviceKnown } = click;
        judged.set(id, { id, at, campaignId, deviceKnown, verdict, reason });
      }
      const counted = countedOutcome(click, outcome);
      if (counted !== null) link.addVisit(click, counted === "passed" ? null : counted);
      if (!claims({ verdict })) return;
      link.addPaid(click, verdict === "valid" && !isFromSharedAddress(click));
      for (const paid of ofPaid) paid.add(click);
    },
  };
}
