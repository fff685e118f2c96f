import { randomUUID } from "node:crypto";
import { audienceDevices, everybody } from "@fairclick/core/campaigns/audience";
import { clickRuleChoices } from "@fairclick/core/campaigns/campaign-input";
import type { Policy } from "@fairclick/core/clicks/policy";
import { policy } from "@fairclick/core/clicks/release-policy";
import { type FinalVerdict, type SignalName, signalOrder } from "@fairclick/core/clicks/signal";
import type { CampaignFunds, RecordedClick } from "@fairclick/core/clicks/testing/model-types";
import { judgeClicks } from "@fairclick/core/clicks/testing/settlement-model";
import { insertPolicy } from "@fairclick/sql/clicks/policy-versions";
import { makeClickPartitions } from "@fairclick/sql/clicks/retention";
import type { Shard } from "@fairclick/sql/clicks/settlement/batches";
import { withTx } from "@fairclick/sql/db/tx";
import { getBalance } from "@fairclick/sql/money/ledger";
import { createTestDatabase } from "@fairclick/sql/testing/test-database";
import fc from "fast-check";
import { afterAll, expect, it } from "vitest";
import { expectRightBooks } from "../testing/expect-right-books";
import { addCampaign, addPendingClicks, addUser } from "../testing/marketplace";
import { systemCtx } from "../testing/system-ctx";
import { settleClicks } from "./settle-clicks";

const RUNS = Number(process.env.PROPERTY_RUNS ?? 40);
const WINDOW_MS = 60_000;
const HOUR_MS = 3_600_000;
const SPACING_HOURS = 100;

/** Numbers small enough for a run of forty clicks to meet every rule. */
const strict: Policy = {
  ...policy,
  knownDeviceHours: 2,
  weakDeviceHours: 1,
  addressClicks: 2,
  addressHours: 2,
  networkClicks: 2,
  networkPercent: 60,
  shared: {
    burstClicks: 5,
    weakDeviceMinutes: 40,
    fullBrowserSeconds: 20,
    addressClicks: 1,
    addressPermille: 400,
    mostAddressClicks: 4,
  },
};

/** Networks are met before addresses. */
const wideAddresses: Policy = { ...strict, addressClicks: 4 };

const { db, owner } = await createTestDatabase();
const ctx = systemCtx(db);

/** Runs are days apart, so that they are not each other's neighbours; some lie across midnight. */
const firstRun = Date.parse("2026-03-01T22:30:00Z");
for (let run = 0; run < RUNS; run += 2) {
  const from = firstRun + run * SPACING_HOURS * HOUR_MS;
  const to = new Date(from + 2 * SPACING_HOURS * HOUR_MS);
  await makeClickPartitions(db.sql, { from: new Date(from), to });
}
let runs = 0;

const addresses = [
  "203.0.113.7",
  "203.0.113.8",
  "2001:db8:1:2::/64",
  "2001:db8:1:3::/64",
  "2001:db8:1:300::/64",
];
const carried: SignalName[] = [
  "not_get",
  "prefetch",
  "preview_bot",
  "known_bot",
  "datacenter",
  "relay",
  "shared_network",
  "vpn",
  "paused",
  "exhausted",
];

/** Steps between clicks, so that spans of exactly a window, and just more, are common. */
const closeStep = fc.constantFrom(0, 0, 1, 15_000, 20_000, 29_999, 30_000, 59_999, 60_000, 60_001);
/** The same for the rules that look back over hours. */
const wideStep = fc.constantFrom(0, 60_001, HOUR_MS / 2, HOUR_MS - 1, HOUR_MS, 2 * HOUR_MS);

const timeline = fc.record({
  clicks: fc.array(
    fc.record({
      closeStep,
      wideStep,
      address: fc.nat(addresses.length - 1),
      device: fc.nat(9),
      looks: fc.nat(9),
      /** The click that set a known device's cookie, if the cookie names it. */
      first: fc.option(fc.nat(59)),
      campaign: fc.nat(2),
      creator: fc.nat(1),
      deviceClass: fc.constantFrom("phone", "phone", "tablet", "desktop", "console", "tv"),
      country: fc.constantFrom("DE", "DE", "FR", null),
      signals: fc.subarray(carried, { maxLength: 2 }),
      sharedBy: fc.record({
        by: fc.constantFrom("operator", "carrier", "mixed", "campus"),
        fullBrowser: fc.boolean(),
      }),
      hasSignals: fc.nat(5).map((n) => n === 0),
      /** In which pass it is recorded: most in time, some late. */
      pass: fc.constantFrom(0, 0, 1, 1, 2),
    }),
    { minLength: 1, maxLength: 60, size: "max" },
  ),
  budgets: fc.tuple(fc.nat(12), fc.nat(30), fc.integer({ min: 20, max: 60 })),
  dates: fc.record({ starts: fc.nat(300_000), lasts: fc.integer({ min: 1, max: 900_000 }) }),
  pausedAfter: fc.option(fc.nat(900_000)),
  /** The prices of all campaigns after the first one, by the time since the start. */
  prices: fc.array(
    fc.record({ after: fc.nat(900_000), payoutMicros: fc.constantFrom(500n, 700n, 900n) }),
    { maxLength: 2 },
  ),
  feeBasisPoints: fc.constantFrom(0, 1_000),
  /** How far each pass judges: the last one judges everything. */
  watermarks: fc.tuple(
    fc.double({ min: 0, max: 1, noNaN: true }),
    fc.double({ min: 0, max: 1, noNaN: true }),
  ),
  /** Close steps make bursts, wide ones days. */
  wide: fc.boolean(),
  judgedBy: fc.constantFrom(policy, strict, strict, wideAddresses),
  clickRules: fc.constantFrom(...clickRuleChoices),
  audience: fc.record({
    countries: fc.constantFrom(null, null, ["DE"], ["DE", "FR"]),
    devices: fc.option(fc.subarray([...audienceDevices], { minLength: 1 }), { freq: 2 }),
  }),
  /** Of the last two campaigns, in prices of a click; changed in the course of the run. */
  limits: fc.array(
    fc.record({
      after: fc.constantFrom(-1_000, 0, 60_000, HOUR_MS, 24 * HOUR_MS),
      dailyCap: fc.option(fc.integer({ min: 1, max: 20 })),
      creatorCap: fc.option(fc.integer({ min: 1, max: 20 })),
    }),
    { maxLength: 3 },
  ),
  /** Whether many people share the first two addresses. */
  isShared: fc.boolean(),
  /** The last division of each pass, after steps of other ones that went less far, as if they were killed. */
  shards: fc.constantFrom(1, 2, 4),
  steps: fc.array(
    fc.record({
      shard: fc.nat(3),
      shards: fc.constantFrom(1, 2, 4),
      until: fc.double({ min: 0, max: 1, noNaN: true }),
    }),
    { maxLength: 6 },
  ),
  batchSize: fc.integer({ min: 1, max: 12 }),
});
type Timeline = typeof timeline extends fc.Arbitrary<infer T> ? T : never;

it("reaches the same result as judging click by click, for any timeline, in any shards", async () => {
  await fc.assert(fc.asyncProperty(timeline, checkTimeline), { numRuns: RUNS, endOnFailure: true });
});

afterAll(async () => {
  await expectRightBooks(ctx);
});

async function checkTimeline(given: Timeline): Promise<void> {
  const start = firstRun + runs * SPACING_HOURS * HOUR_MS;
  runs += 1;
  await storePolicy(given.judgedBy, new Date(start));
  const campaigns = await addCampaigns(given, start);
  const ids = [...campaigns.keys()];
  const creators = [await addUser(db), await addUser(db)];
  let at = start;
  const devices = given.wide ? 4 : 10;
  // As the redirect makes them: a device's cookie is as old as the id in it.
  const clickIds = given.clicks.map((_, index) =>
    Bun.randomUUIDv7("hex", start + index * (given.wide ? HOUR_MS / 4 : 15_000)),
  );
  const deviceIds = Array.from({ length: devices }, () => randomUUID());
  const deviceName = (device: number) => {
    const first = given.clicks[device]?.first ?? null;
    if (device % 2 === 1) return `like:${deviceIds[device]}`;
    return `cookie:${deviceIds[device]}${first === null ? "" : `.${clickIds[first % clickIds.length]}`}`;
  };
  const clicks = given.clicks.map((click, index) => {
    at += given.wide ? click.wideStep : click.closeStep;
    return {
      pass: click.pass,
      recorded: {
        id: clickIds[index] ?? "",
        at,
        campaignId: ids[click.campaign] ?? "",
        creatorId: creators[click.creator] ?? "",
        ipKey: addresses[click.address] ?? "",
        deviceKey: deviceName(click.device % devices),
        weakKey: `like:${deviceIds[click.looks % devices]}`,
        deviceKnown: click.device % 2 === 0,
        deviceClass: click.deviceClass,
        country: click.country,
        signals: listSignals(click, given),
        sharedBy: click.sharedBy,
      } satisfies RecordedClick,
    };
  });
  const ends = [
    ...given.watermarks
      .toSorted((a, b) => a - b)
      .map((share) => start + Math.round(share * (at - start))),
    at + 1,
  ];
  const recorded: RecordedClick[] = [];
  const judged: { click: RecordedClick; verdict: FinalVerdict; reason: SignalName | null }[] = [];
  for (const [pass, watermark] of ends.entries()) {
    const arrived = clicks.filter((click) => click.pass === pass);
    await addPendingClicks(
      db,
      arrived.map(({ recorded }) => ({
        ...recorded,
        at: new Date(recorded.at),
        signals: recorded.signals.map((signal) => ({
          signal,
          evidence: signal === "shared_network" ? recorded.sharedBy : {},
        })),
      })),
    );
    recorded.push(...arrived.map((click) => click.recorded));
    const done = new Set(judged.map(({ click }) => click.id));
    const due = recorded.filter((click) => click.at < watermark && !done.has(click.id));
    const expected = judgeClicks({
      due,
      recorded,
      judged,
      campaigns,
      policy: given.judgedBy,
      windowMs: WINDOW_MS,
    });
    const clickById = new Map(due.map((click) => [click.id, click]));
    for (const { id, verdict, reason } of expected) {
      const click = clickById.get(id);
      if (click) judged.push({ click, verdict, reason });
    }
    await settleInShards(given, { start, watermark });
    expect(await readJudged(due.map((click) => click.id))).toEqual(
      expected
        .map((click) => ({ ...click, signals: inOrder(click.signals) }))
        .sort((a, b) => (a.id < b.id ? -1 : 1)),
    );
    await takeFrom(campaigns, recorded, expected);
  }
}

/** Stores a policy that judges the clicks of a run: runs follow one another in time. */
async function storePolicy(values: Policy, start: Date): Promise<void> {
  const version = policy.version + runs;
  await withTx(db, (tx) =>
    insertPolicy(tx, {
      version,
      rulesVersion: policy.version,
      origin: "release",
      activeFrom: start,
      policy: { ...values, version },
      edits: {},
      reason: "why",
      createdBy: null,
      createdAt: start,
    }),
  );
}

function listSignals(click: Timeline["clicks"][number], { isShared }: Timeline): SignalName[] {
  const carriedBy = click.hasSignals ? click.signals : [];
  const noted: SignalName[] = isShared && click.address < 2 ? ["shared_network"] : [];
  return inOrder([...new Set([...carriedBy, ...noted])]);
}

/** Several divisions at once, as while workers are restarted with another number. */
async function settleInShards(
  { shards, steps, batchSize }: Pick<Timeline, "shards" | "steps" | "batchSize">,
  { start, watermark }: { start: number; watermark: number },
): Promise<void> {
  const settle = (shard: Shard, until: number) =>
    settleClicks(ctx, {
      ...{ ...shard, watermark: new Date(until) },
      ...{ windowSeconds: WINDOW_MS / 1_000, batchSize },
    });
  await Promise.all(
    steps.map(({ shard, shards: divisor, until }) =>
      settle(
        { shard: shard % divisor, shards: divisor },
        start + Math.round(until * (watermark - start)),
      ),
    ),
  );
  const own = Array.from({ length: shards }, (_, shard) => ({ shard, shards }));
  let finished = false;
  while (!finished) {
    const settled = await Promise.all(own.map((shard) => settle(shard, watermark)));
    finished = settled.every((each) => each.finished);
  }
}

/**
 * Three campaigns: one with next to no budget, one that starts and ends and may be paused within the
 * run, one with plenty.
 */
async function addCampaigns(given: Timeline, start: number) {
  const { budgets, dates, pausedAfter, feeBasisPoints, wide, clickRules } = given;
  const limits = given.limits
    .toSorted((a, b) => a.after - b.after)
    .map((each, index) => toLimits(each, start + index));
  const stretch = wide ? 60 : 1;
  const times = new Map(given.prices.map((price) => [start + price.after * stretch, price]));
  const later = [...times]
    .map(([from, { payoutMicros }]) => ({ from, payoutMicros }))
    .sort((a, b) => a.from - b.from);
  const campaigns = new Map<string, CampaignFunds>();
  for (const [index, clicks] of budgets.entries()) {
    const dated = index === 1;
    const startsAt = dated ? start + dates.starts * stretch : start - 86_400_000;
    const endsAt = dated ? startsAt + dates.lasts * stretch : start + SPACING_HOURS * HOUR_MS;
    const stoppedAt = dated && pausedAfter !== null ? start + pausedAfter * stretch : null;
    const funded = clicks > 0;
    const audience = index === 2 ? given.audience : everybody;
    const budgetMicros = 700n * BigInt(Math.max(clicks, 1)) + 3n;
    const { id } = await addCampaign(db, {
      payoutMicros: 700n,
      feeBasisPoints,
      budgetMicros,
      startsAt: new Date(startsAt),
      endsAt: new Date(endsAt),
      funded,
      clickRules,
      audience,
    });
    if (index > 0) await addLimits(id, limits);
    if (stoppedAt !== null)
      await owner`update campaigns set paused_at = ${new Date(stoppedAt)} where id = ${id}`;
    for (const { from, payoutMicros } of later) {
      await owner`
        insert into campaign_prices (campaign_id, starts_at, payout_micros)
        values (${id}, ${new Date(from)}, ${payoutMicros})`;
    }
    campaigns.set(id, {
      prices: [{ from: 0, payoutMicros: 700n }, ...later],
      feeBasisPoints,
      escrowMicros: funded ? budgetMicros : 0n,
      claimedMicros: 0n,
      startsAt,
      endsAt,
      stoppedAt,
      funded,
      released: false,
      clickRules,
      audience,
      limits: index > 0 ? limits : [],
    });
  }
  return campaigns;
}

/** One micro above whole clicks, so that rounding matters. */
function toLimits(
  { after, dailyCap, creatorCap }: Timeline["limits"][number],
  start: number,
): CampaignFunds["limits"][number] {
  return {
    from: start + after,
    dailyCapMicros: dailyCap === null ? null : BigInt(dailyCap) * 700n + 1n,
    creatorCapMicros: creatorCap === null ? null : BigInt(creatorCap) * 700n - 1n,
  };
}

async function addLimits(campaignId: string, limits: CampaignFunds["limits"]): Promise<void> {
  for (const { from, dailyCapMicros, creatorCapMicros } of limits) {
    await db.sql`
      insert into campaign_limits (campaign_id, from_at, daily_cap_micros, creator_cap_micros)
      values (${campaignId}, ${new Date(from)}, ${dailyCapMicros}, ${creatorCapMicros})`;
  }
}

/** Takes what the model has paid and claimed off the campaigns, and checks that the books did too. */
async function takeFrom(
  campaigns: Map<string, CampaignFunds>,
  recorded: RecordedClick[],
  judged: ReturnType<typeof judgeClicks>,
): Promise<void> {
  const campaignByClick = new Map(recorded.map((click) => [click.id, click.campaignId]));
  for (const [id, funds] of campaigns) {
    const own = judged.filter((click) => campaignByClick.get(click.id) === id);
    const sumCosts = (verdict: FinalVerdict) =>
      own
        .filter((click) => click.verdict === verdict)
        .reduce((sum, { priceMicros, feeMicros }) => sum + priceMicros + feeMicros, 0n);
    funds.escrowMicros -= sumCosts("valid");
    funds.claimedMicros += sumCosts("held");
    expect(await getBalance(db.sql, { kind: "escrow", ownerId: id })).toBe(funds.escrowMicros);
    const [claim] = await db.sql<{ micros: bigint }[]>`
      select micros from held_claims where campaign_id = ${id}`;
    expect(claim?.micros ?? 0n).toBe(funds.claimedMicros);
  }
}

async function readJudged(ids: string[]) {
  const rows = await db.sql`
    select id, verdict, reason, price_micros::bigint as "priceMicros", fee_micros::bigint as "feeMicros", clicks.paid_micros as "paidMicros",
      array(select s ->> 'signal' from jsonb_array_elements(signals) s) as signals
    from clicks where id = any (${ids}::uuid[]) order by id`;
  return rows.map((row) => ({ ...row }));
}

function inOrder(names: SignalName[]): SignalName[] {
  return names.toSorted((a, b) => signalOrder.indexOf(a) - signalOrder.indexOf(b));
}
