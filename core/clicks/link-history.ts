import { type ClickToJudge, type Facts, linkKey, type Need, QUARTER_MS } from "./facts";
import { NestedMap } from "./nested-map";

type Link = {
  /** Of the last visits, the newest last: true is invalid. */
  outcomes: boolean[];
  /** Paid and held clicks by the beginning of their quarter of an hour. */
  quarters: Map<number, number>;
};

/** What is known of each click's link, from the facts that were read and from the clicks judged so far. */
export function openLinkHistory(facts: Facts, needs: readonly Need[]) {
  const most = Math.max(0, ...needs.map((need) => (need.kind === "outcomes" ? need.visits : 0)));
  const links = new NestedMap<Link>();
  const open = (click: ClickToJudge): Link => {
    const known = links.get(click.campaignId, click.creatorId);
    if (known) return known;
    const key = linkKey(click);
    const text = most > 0 ? (facts.outcomes.get(key) ?? "").slice(-most) : "";
    const paid = facts.paidOfLinks.get(key) ?? [];
    const link = {
      outcomes: [...text].map((character) => character === "1"),
      quarters: new Map(paid.map(({ startsAt, clicks }) => [startsAt, clicks])),
    };
    links.set(click.campaignId, click.creatorId, link);
    return link;
  };
  return {
    outcomes: (click: ClickToJudge): readonly boolean[] => open(click).outcomes,
    paid: (click: ClickToJudge, beforeMs: number): number => {
      let paid = 0;
      for (const [startsAt, clicks] of open(click).quarters) {
        if (startsAt > click.at - beforeMs && startsAt <= click.at) paid += clicks;
      }
      return paid;
    },
    addVisit: (click: ClickToJudge, invalid: boolean): void => {
      const { outcomes } = open(click);
      outcomes.push(invalid);
      if (outcomes.length > most) outcomes.shift();
    },
    addPaid: (click: ClickToJudge): void => {
      const { quarters } = open(click);
      const startsAt = click.at - (click.at % QUARTER_MS);
      quarters.set(startsAt, (quarters.get(startsAt) ?? 0) + 1);
    },
  };
}
