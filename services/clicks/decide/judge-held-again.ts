import { everybody } from "@fairclick/core/campaigns/audience";
import type { CampaignState } from "@fairclick/core/campaigns/status";
import {
  type CampaignFunds,
  type ClickToJudge,
  type Facts,
  type LinkOutcomes,
  linkKey,
  mergeNeighbourNeeds,
  type NeighbourNeed,
  needName,
  QUARTER_MS,
  sharedKey,
} from "@fairclick/core/clicks/facts";
import { openJudge } from "@fairclick/core/clicks/judge";
import type { Policy } from "@fairclick/core/clicks/policy";
import { formatTrace, refusedTrace } from "@fairclick/core/clicks/refused-trace";
import { listNeeds } from "@fairclick/core/clicks/registry";
import type { JudgedClick } from "@fairclick/core/clicks/spending";
import type { IpData } from "@fairclick/core/ip/ip-data";
import { readOpenFindings } from "@fairclick/sql/clicks/findings";
import type { HeldClick } from "@fairclick/sql/clicks/held-clicks";
import { readFacts } from "@fairclick/sql/clicks/settlement/read-facts";
import { listOutcomes } from "@fairclick/sql/clicks/stored-clicks";
import { planByIndex, type Tx } from "@fairclick/sql/db/client";
import { findSignalsAgain } from "./find-signals-again";

const HOUR_MS = 3_600_000;
const OUTCOME_HOURS = 24;

export type HeldToJudge = {
  clicks: readonly HeldClick[];
  funds: Pick<CampaignFunds, "feeMicros" | "clickRules">;
  policy: Policy;
  ipData: IpData;
};

/**
 * Judges held clicks of one campaign again with the facts that are known now. Each click can be paid from
 * its claim. Signals with evidence that cannot be looked up again are used as stored.
 */
export async function judgeHeldAgain(
  tx: Tx,
  { clicks: held, funds, policy, ipData }: HeldToJudge,
): Promise<JudgedClick[]> {
  await tx`/* heldClicks.plan */ select ${planByIndex(tx)}`;
  const signals = await findSignalsAgain(tx, { clicks: held, policy, ipData });
  const clicks = held.map((click): ClickToJudge => {
    const { id, campaignId, creatorId, ipKey, deviceKey, weakKey, deviceKnown } = click;
    return {
      ...{ id, campaignId, creatorId, ipKey, deviceKey, weakKey, deviceKnown },
      deviceClass: click.deviceClass,
      country: click.country,
      at: click.clickedAt.getTime(),
      signals: signals.get(id) ?? click.signals,
      kept: null,
    };
  });
  const read = await readFacts(tx, {
    clicks,
    policies: [policy],
    paidBefore: Infinity,
    limit: null,
  });
  const findings = await readOpenFindings(tx, clicks);
  const outcomes = await readOutcomesThen(tx, { held, clicks, policy });
  const prices = new Map(held.map(({ id, priceMicros }) => [id, priceMicros]));
  const claiming = ({ id, campaignId }: ClickToJudge) => {
    const payoutMicros = prices.get(id) ?? 0n;
    const claim = {
      prices: [{ from: 0, payoutMicros }],
      freeMicros: payoutMicros + funds.feeMicros,
    };
    return new Map([[campaignId, { ...payingAlways, ...funds, ...claim }]]);
  };
  return clicks.flatMap((click) => {
    const known = outcomes.get(outcomeKey(click));
    const link = new Map(known ? [[linkKey(click), known]] : []);
    const facts = {
      ...withoutItself(read, { click, policy }),
      campaigns: claiming(click),
      findings,
      outcomes: link,
    };
    return openJudge(facts, policy)(click) ?? [];
  });
}

/** What a campaign's state or audience did to a click is among its signals already; its price is claimed. */
const payingAlways: CampaignState & Pick<CampaignFunds, "audience" | "spending"> = {
  audience: everybody,
  startsAt: -Infinity,
  endsAt: Infinity,
  fundedAt: -Infinity,
  stoppedAt: null,
  releasedAt: null,
  spending: null,
};

type Read = Pick<Facts, "clicks" | "neighbours" | "firstClicks" | "paidOfLinks">;

/** A held click counts as paid for others, but not for itself. */
function withoutItself(
  read: Read,
  { click, policy }: { click: ClickToJudge; policy: Policy },
): Read {
  const needs = mergeNeighbourNeeds(listNeeds([policy]));
  const neighbours = new Map(
    needs.map((need: NeighbourNeed) => {
      const key = sharedKey(click, need);
      const found = key === null ? undefined : read.neighbours.get(needName(need))?.get(key);
      const others = found?.filter(({ id }) => id !== click.id) ?? [];
      return [needName(need), new Map(key === null ? [] : [[key, others]])];
    }),
  );
  const quarter = click.at - (click.at % QUARTER_MS);
  const paid = read.paidOfLinks.get(linkKey(click)) ?? [];
  const paidOfLinks = new Map([
    [
      linkKey(click),
      paid.map((each) => (each.startsAt === quarter ? { ...each, clicks: each.clicks - 1 } : each)),
    ],
  ]);
  return { ...read, neighbours, paidOfLinks };
}

function outcomeKey(click: ClickToJudge): string {
  return `${linkKey(click)} ${Math.floor(click.at / HOUR_MS)}`;
}

/**
 * How the visits of a link up to its last held click of an hour are judged now. Read only for clicks
 * that an unusual link holds: no other click becomes one of those later.
 */
async function readOutcomesThen(
  tx: Tx,
  {
    held,
    clicks,
    policy,
  }: { held: readonly HeldClick[]; clicks: readonly ClickToJudge[]; policy: Policy },
): Promise<Map<string, LinkOutcomes>> {
  const unusual = new Set(
    held
      .filter(({ signals }) => signals.some(({ signal }) => signal === "link_anomaly"))
      .map(({ id }) => id),
  );
  const hours = Map.groupBy(
    clicks.filter(({ id }) => unusual.has(id)),
    outcomeKey,
  );
  const outcomes = new Map<string, LinkOutcomes>();
  for (const [key, own] of hours) {
    const [link] = own;
    if (!link) continue;
    const to = Math.max(...own.map(({ at }) => at)) + 1;
    const [found] = await listOutcomes(tx, {
      links: [link],
      from: new Date(to - OUTCOME_HOURS * HOUR_MS),
      to: new Date(to),
      visits: policy.anomalyClicks,
    });
    if (!found) continue;
    const refused = found.refused.map((visit) => formatTrace(refusedTrace(visit))).join("");
    outcomes.set(key, { visits: found.visits, refused });
  }
  return outcomes;
}
