import { everybody } from "@fairclick/core/campaigns/audience";
import type { CampaignState } from "@fairclick/core/campaigns/status";
import { listNeeds } from "@fairclick/core/clicks/fact-rules";
import {
  type CampaignFunds,
  type ClickToJudge,
  type Facts,
  linkKey,
  mergeNeighbourNeeds,
  type NeighbourNeed,
  needName,
  QUARTER_MS,
  sharedKey,
} from "@fairclick/core/clicks/facts";
import { judge, openJudge } from "@fairclick/core/clicks/judge";
import type { Policy } from "@fairclick/core/clicks/policy";
import { policy } from "@fairclick/core/clicks/release-policy";
import { numberSignals, type SignalName, signalOrder } from "@fairclick/core/clicks/signal";
import type { JudgedClick } from "@fairclick/core/clicks/spending";
import { asId, type UserId } from "@fairclick/core/ids";
import { type IpData, noIpData } from "@fairclick/core/ip/ip-data";
import { clicksDecided } from "@fairclick/core/notices/click-notices";
import { type DecidableClick, listClicksById } from "@fairclick/sql/clicks/click-decisions";
import {
  type HeldBefore,
  type HeldClick,
  type HeldPass,
  invalidateHeldClicks,
  listApproved,
  listHeldClicks,
  listHeldPasses,
  updateHeldPass,
} from "@fairclick/sql/clicks/held-clicks";
import { readFacts } from "@fairclick/sql/clicks/settlement/read-facts";
import { planByIndex, type Tx } from "@fairclick/sql/db/client";
import { withTx } from "@fairclick/sql/db/tx";
import { nameCampaign } from "../campaigns/notify-campaign";
import { writeAudit } from "../changes";
import type { Ctx } from "../context";
import { notify } from "../notify";
import { applyDecision, lockFunds, makeAct } from "./decide-batch";
import { getPolicyAt } from "./judging-policy";
import { findSignalsAgain } from "./replay-signals";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Min time between two passes over a campaign's held clicks. */
const PASS_APART_MS = 23 * HOUR_MS;
const CAMPAIGNS_A_RUN = 200;
const PAGES_A_RUN = 10;
const PAGE_SIZE = 500;

const REASON = "Judged again, as no operator had decided";

type Known = { ipData: IpData; windowSeconds: number };

/** How many held clicks were judged again, and what became of them. */
export type Expired = { judged: number; paid: number; refused: number };

/**
 * Judges held clicks again that no operator has decided about for `heldDays`, or for `addressHours` if a
 * number holds them, once a day. A click is paid if its holding signals would not be found today, and
 * refused only if a rule refuses it today. Every other click stays held.
 */
export async function expireHeldClicks(
  ctx: Ctx,
  { ipData = noIpData, windowSeconds = policy.windowSeconds }: Partial<Known> = {},
): Promise<Expired> {
  const judgedBy = await getPolicyAt(ctx.db.sql, { at: ctx.now(), windowSeconds });
  const known = { ipData, policy: judgedBy };
  const ago = (ms: number) => new Date(ctx.now().getTime() - ms);
  const due = {
    before: ago(policy.heldDays * DAY_MS),
    numberBefore: ago(judgedBy.addressHours * HOUR_MS),
  };
  const endedSince = ago(PASS_APART_MS);
  const passes = await listHeldPasses(ctx.db.sql, { ...due, endedSince, limit: CAMPAIGNS_A_RUN });
  const expired: Expired = { judged: 0, paid: 0, refused: 0 };
  for (const pass of passes) {
    let next: HeldPass | null = pass;
    for (let page = 0; page < PAGES_A_RUN && next; page += 1) {
      next = await judgePage(ctx, { pass: next, due, known, expired });
    }
  }
  return expired;
}

type Page = {
  pass: HeldPass;
  due: HeldBefore;
  known: { ipData: IpData; policy: Policy };
  expired: Expired;
};

/** The locks exclude settlement and other decisions. Returns the rest of the pass, or null at its end. */
function judgePage(ctx: Ctx, { pass, due, known, expired }: Page): Promise<HeldPass | null> {
  const { campaignId } = pass;
  return withTx(ctx.db, async (tx) => {
    const funds = await lockFunds(tx, campaignId);
    const clicks = await listHeldClicks(tx, { ...pass, ...due, limit: PAGE_SIZE });
    const toJudge = { ...known, clicks, funds, now: ctx.now() };
    const judged = clicks.length === 0 ? [] : await judgeHeldAgain(tx, toJudge);
    const own = new Map(clicks.map((click) => [click.id, click]));
    const paid = withVerdict(judged, "valid", own);
    const refused = withVerdict(judged, "invalid", own);
    if (paid.length > 0) await pay(ctx, tx, { campaignId, funds, clicks: paid });
    if (refused.length > 0) await refuse(ctx, tx, { campaignId, funds, clicks: refused });
    expired.judged += clicks.length;
    expired.paid += paid.length;
    expired.refused += refused.length;
    const last = clicks.length < PAGE_SIZE ? null : clicks.at(-1);
    const next = { campaignId, after: last ? { recordedAt: last.recordedAt, id: last.id } : null };
    await updateHeldPass(tx, { ...next, at: ctx.now() });
    return next.after ? next : null;
  });
}

type Judged = JudgedClick & { clickedAt: Date; creatorId: string };

function withVerdict(
  judged: readonly JudgedClick[],
  verdict: JudgedClick["verdict"],
  clicks: ReadonlyMap<string, HeldClick>,
): Judged[] {
  return judged.flatMap((each) => {
    const click = clicks.get(each.id);
    return click && each.verdict === verdict
      ? [{ ...each, clickedAt: click.clickedAt, creatorId: click.creatorId }]
      : [];
  });
}

type Decided = Pick<HeldPass, "campaignId"> & {
  funds: Awaited<ReturnType<typeof lockFunds>>;
  clicks: Judged[];
};

async function pay(ctx: Ctx, tx: Tx, { campaignId, funds, clicks }: Decided): Promise<void> {
  const act = makeAct({ by: "expiry", action: "approve", reason: REASON });
  const times = clicks.map(({ clickedAt }) => clickedAt.getTime());
  const decidable: DecidableClick[] = await listClicksById(tx, {
    ids: clicks.map(({ id }) => id),
    from: new Date(Math.min(...times)),
    to: new Date(Math.max(...times) + 1),
  });
  await applyDecision(ctx, tx, { act, campaignId, funds, clicks: decidable });
}

async function refuse(ctx: Ctx, tx: Tx, { campaignId, clicks }: Decided): Promise<void> {
  await invalidateHeldClicks(tx, { campaignId, clicks });
  const reasons = Map.groupBy(clicks, ({ reason }) => reason ?? "");
  const named = await nameCampaign(tx, campaignId);
  for (const [creatorId, { length }] of Map.groupBy(clicks, (click) => click.creatorId)) {
    const data = { ...named, clicks: length, paid: false };
    await notify(tx, ctx, clicksDecided, { to: [asId<UserId>(creatorId)], data });
  }
  await writeAudit(tx, ctx, {
    action: "clicks.expire",
    subject: `campaign:${campaignId}`,
    reason: REASON,
    before: { verdict: "held", clicks: clicks.length },
    after: {
      verdict: "invalid",
      clicks: clicks.length,
      reasons: [...reasons].map(([reason, own]) => `${reason} ${own.length}`).join(", "),
    },
  });
}

export type HeldToJudge = {
  clicks: readonly HeldClick[];
  funds: Pick<CampaignFunds, "clickRules">;
  policy: Policy;
  ipData: IpData;
  now: Date;
};

/**
 * Judges held clicks of one campaign again with the facts that are known now. Each click can be paid from
 * its claim. Signals with evidence that cannot be looked up again are used as stored. Numbers are those of
 * now, not of the time of the click: see `listWithinNumbers`.
 */
async function judgeHeldAgain(
  tx: Tx,
  { clicks: held, funds, policy: numbered, ipData, now }: HeldToJudge,
): Promise<JudgedClick[]> {
  const policy = withNotes(numbered, (signal) => numberSignals.includes(signal));
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
  const costs = new Map(held.map((click) => [click.id, click]));
  const claiming = ({ id, campaignId }: ClickToJudge) => {
    const { priceMicros = 0n, feeMicros = 0n } = costs.get(id) ?? {};
    const claim = {
      prices: [{ from: 0, payoutMicros: priceMicros, feeMicros }],
      freeMicros: priceMicros + feeMicros,
    };
    return new Map([[campaignId, { ...payingAlways, ...funds, ...claim }]]);
  };
  const judged = clicks.flatMap((click) => {
    const facts = {
      ...withoutItself(read, { click, policy }),
      campaigns: claiming(click),
    };
    return openJudge(facts, policy)(click) ?? [];
  });
  const payable = new Set(judged.flatMap(({ id, verdict }) => (verdict === "valid" ? [id] : [])));
  const paid = await listWithinNumbers(tx, {
    ...{ policy: numbered, funds, now },
    clicks: clicks.filter(({ id }) => payable.has(id)),
  });
  return judged.filter(({ id }) => !payable.has(id) || paid.has(id));
}

function withNotes(policy: Policy, isNote: (signal: SignalName) => boolean): Policy {
  const effects = { ...policy.effects };
  for (const signal of signalOrder) if (isNote(signal)) effects[signal] = "note";
  return { ...policy, effects };
}

/**
 * Returns the ids of the clicks that would be within the numbers of their addresses and networks if they
 * came now, one after the other. Payments since the last pass count, also those of held clicks: who has
 * clicks held and waits spreads their number over the days, and never gets more of it.
 */
async function listWithinNumbers(
  tx: Tx,
  {
    clicks,
    funds,
    policy,
    now,
  }: Pick<HeldToJudge, "funds" | "policy" | "now"> & {
    clicks: readonly ClickToJudge[];
  },
): Promise<Set<string>> {
  const [first] = clicks;
  if (!first) return new Set();
  const at = now.getTime();
  const asIfNow = clicks.map((click) => ({
    ...{ ...click, at, deviceKey: null, weakKey: null, deviceKnown: false },
    signals: click.signals.filter(({ signal }) => policy.effects[signal] === "note"),
  }));
  const creatorIds = [...new Set(clicks.map(({ creatorId }) => creatorId))];
  const since = new Date(at - PASS_APART_MS);
  const approved = await listApproved(tx, { creatorIds, since });
  const policies = [withNotes(policy, (signal) => !numberSignals.includes(signal))];
  const read = await readFacts(tx, {
    clicks: asIfNow,
    policies,
    paidBefore: Infinity,
    limit: null,
  });
  const neighbours = new Map(
    mergeNeighbourNeeds(listNeeds(policies)).map((need) => {
      const others = new Map(read.neighbours.get(needName(need)));
      for (const click of need.among === "valid" ? approved : []) {
        const key = sharedKey({ ...click, weakKey: null }, need);
        const paid = { ...click, at: Math.min(click.at, at) };
        if (key !== null) others.set(key, [...(others.get(key) ?? []), paid]);
      }
      return [needName(need), others] as const;
    }),
  );
  const free = { prices: [{ from: 0, payoutMicros: 0n, feeMicros: 0n }], freeMicros: 0n };
  const campaigns = new Map([[first.campaignId, { ...payingAlways, ...funds, ...free }]]);
  const facts = { ...read, neighbours, campaigns };
  const judged = judge(facts, policies[0] ?? policy);
  return new Set(judged.flatMap(({ id, verdict }) => (verdict === "valid" ? [id] : [])));
}

/** What a campaign's state or audience did to a click is among its signals already; its price is claimed. */
export const payingAlways: CampaignState & Pick<CampaignFunds, "audience" | "spending"> = {
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
