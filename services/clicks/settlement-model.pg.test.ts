import { randomUUID } from "node:crypto";
import { policy } from "@fairclick/core/clicks/policy";
import {
  type CampaignFunds,
  judgeClicks,
  type RecordedClick,
} from "@fairclick/core/clicks/settlement-model";
import { type SignalName, signalOrder } from "@fairclick/core/clicks/signal";
import { makeClickPartitions } from "@fairclick/sql/click-partitions";
import { getBalance } from "@fairclick/sql/ledger";
import { createTestDatabase } from "@fairclick/sql/testing/test-database";
import fc from "fast-check";
import { afterAll, expect, it } from "vitest";
import { verifyBooks } from "../ledger/verify-books";
import { addCampaign, addPendingClicks, addUser } from "../testing/marketplace";
import { systemCtx } from "../testing/system-ctx";
import { settleClicks } from "./settle-clicks";

const RUNS = Number(process.env.PROPERTY_RUNS ?? 40);
const WINDOW_MS = 60_000;

const { db, owner } = await createTestDatabase();
const ctx = systemCtx(db);

/** Runs are an hour apart, so that they are not each other's neighbours; some lie across midnight. */
const firstRun = Date.parse("2026-03-01T22:30:00Z");
await makeClickPartitions(db.sql, {
  from: new Date(firstRun),
  to: new Date(firstRun + RUNS * 3_600_000),
});
let runs = 0;

const addresses = ["203.0.113.7", "203.0.113.8", "2001:db8:1:2::/64", "2001:db8:1:3::/64"];
const carried: SignalName[] = [
  "not_get",
  "prefetch",
  "preview_bot",
  "known_bot",
  "relay",
  "vpn",
  "paused",
  "exhausted",
];

/** Steps between clicks, so that spans of exactly a window, and just more, are common. */
const step = fc.constantFrom(0, 0, 1, 15_000, 20_000, 29_999, 30_000, 59_999, 60_000, 60_001);

const timeline = fc.record({
  clicks: fc.array(
    fc.record({
      step,
      address: fc.nat(addresses.length - 1),
      device: fc.nat(3),
      campaign: fc.nat(2),
      creator: fc.nat(1),
      signals: fc.subarray(carried, { maxLength: 2 }),
      hasSignals: fc.nat(3).map((n) => n === 0),
      /** In which pass it is recorded: most in time, some late. */
      pass: fc.constantFrom(0, 0, 1, 1, 2),
    }),
    { minLength: 1, maxLength: 40 },
  ),
  budgets: fc.tuple(fc.nat(3), fc.nat(10), fc.integer({ min: 20, max: 60 })),
  dates: fc.record({ starts: fc.nat(300_000), lasts: fc.integer({ min: 1, max: 900_000 }) }),
  pausedAfter: fc.option(fc.nat(900_000)),
  /** How far each pass judges: the last one judges everything. */
  watermarks: fc.tuple(fc.nat(400_000), fc.nat(800_000)),
  shards: fc.integer({ min: 1, max: 3 }),
  batchSize: fc.integer({ min: 1, max: 12 }),
});
type Timeline = typeof timeline extends fc.Arbitrary<infer T> ? T : never;

it("comes to what judging click by click comes to, whatever the timeline", async () => {
  await fc.assert(fc.asyncProperty(timeline, checkTimeline), { numRuns: RUNS });
}, 300_000);

afterAll(async () => {
  const { checks } = await verifyBooks(ctx);
  expect(checks.filter((check) => check.differences.length > 0)).toEqual([]);
});

async function checkTimeline(given: Timeline): Promise<void> {
  const start = firstRun + runs * 3_600_000;
  runs += 1;
  const campaigns = await addCampaigns(given, start);
  const ids = [...campaigns.keys()];
  const creators = [await addUser(db), await addUser(db)];
  let at = start;
  const clicks = given.clicks.map((click) => {
    at += click.step;
    return {
      pass: click.pass,
      creatorId: creators[click.creator] ?? "",
      recorded: {
        id: randomUUID(),
        at,
        campaignId: ids[click.campaign] ?? "",
        ipKey: addresses[click.address] ?? "",
        deviceKey: `${start}-${click.device}`,
        signals: click.hasSignals ? inOrder(click.signals) : [],
      } satisfies RecordedClick,
    };
  });
  const ends = [...given.watermarks.toSorted((a, b) => a - b).map((ms) => start + ms), at + 1];
  const recorded: RecordedClick[] = [];
  const judged = new Set<string>();
  for (const [pass, watermark] of ends.entries()) {
    const arrived = clicks.filter((click) => click.pass === pass);
    await addPendingClicks(
      db,
      arrived.map(({ recorded, creatorId }) => ({
        ...recorded,
        creatorId,
        at: new Date(recorded.at),
        signals: recorded.signals.map((signal) => ({ signal, evidence: {} })),
      })),
    );
    recorded.push(...arrived.map((click) => click.recorded));
    const due = recorded.filter((click) => click.at < watermark && !judged.has(click.id));
    const expected = judgeClicks({ due, recorded, campaigns, policy, windowMs: WINDOW_MS });
    for (let shard = 0; shard < given.shards; shard += 1) {
      await settleClicks(ctx, {
        watermark: new Date(watermark),
        windowSeconds: WINDOW_MS / 1_000,
        shard,
        shards: given.shards,
        batchSize: given.batchSize,
      });
    }
    for (const { id } of due) judged.add(id);
    expect(await readJudged(due.map((click) => click.id))).toEqual(
      expected
        .map((click) => ({ ...click, signals: inOrder(click.signals) }))
        .sort((a, b) => (a.id < b.id ? -1 : 1)),
    );
    await takeFrom(campaigns, recorded, expected);
  }
}

/** Three campaigns: one with next to no budget, one that starts and ends and may be paused within the run, one with plenty. */
async function addCampaigns({ budgets, dates, pausedAfter }: Timeline, start: number) {
  const campaigns = new Map<string, CampaignFunds>();
  for (const [index, clicks] of budgets.entries()) {
    const dated = index === 1;
    const startsAt = dated ? start + dates.starts : start - 86_400_000;
    const endsAt = dated ? startsAt + dates.lasts : start + 86_400_000;
    const stoppedAt = dated && pausedAfter !== null ? start + pausedAfter : null;
    const funded = clicks > 0;
    const budgetMicros = 700n * BigInt(Math.max(clicks, 1)) + 3n;
    const { id } = await addCampaign(db, {
      payoutMicros: 700n,
      budgetMicros,
      startsAt: new Date(startsAt),
      endsAt: new Date(endsAt),
      funded,
    });
    if (stoppedAt !== null)
      await owner`update campaigns set paused_at = ${new Date(stoppedAt)} where id = ${id}`;
    campaigns.set(id, {
      payoutMicros: 700n,
      escrowMicros: funded ? budgetMicros : 0n,
      claimedMicros: 0n,
      startsAt,
      endsAt,
      stoppedAt,
      funded,
      released: false,
    });
  }
  return campaigns;
}

/** Takes what the model has paid and claimed off the campaigns, and checks that the books did too. */
async function takeFrom(
  campaigns: Map<string, CampaignFunds>,
  recorded: RecordedClick[],
  judged: ReturnType<typeof judgeClicks>,
): Promise<void> {
  const campaignOf = new Map(recorded.map((click) => [click.id, click.campaignId]));
  for (const [id, funds] of campaigns) {
    const own = judged.filter((click) => campaignOf.get(click.id) === id);
    funds.escrowMicros -= own.reduce((sum, click) => sum + click.paidMicros, 0n);
    const held = own.filter((click) => click.verdict === "held");
    funds.claimedMicros += BigInt(held.length) * funds.payoutMicros;
    expect(await getBalance(db.sql, { kind: "escrow", ownerId: id })).toBe(funds.escrowMicros);
    const [claim] = await db.sql<{ micros: bigint }[]>`
      select micros from held_claims where campaign_id = ${id}`;
    expect(claim?.micros ?? 0n).toBe(funds.claimedMicros);
  }
}

async function readJudged(ids: string[]) {
  const rows = await db.sql`
    select id, verdict, reason, paid_micros as "paidMicros",
      array(select s ->> 'signal' from jsonb_array_elements(signals) s) as signals
    from clicks where id = any (${ids}::uuid[]) order by id`;
  return rows.map((row) => ({ ...row }));
}

function inOrder(names: SignalName[]): SignalName[] {
  return names.toSorted((a, b) => signalOrder.indexOf(a) - signalOrder.indexOf(b));
}
