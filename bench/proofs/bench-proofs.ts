import { type BenchLink, makeMarket } from "@fairclick/e2e/world/market";
import { settleClicks } from "@fairclick/services/clicks/settle-clicks";
import { proveBooks, sealDays, verifyBooks } from "@fairclick/services/money/ledger";
import { systemCtx } from "@fairclick/services/testing/system-ctx";
import { insertPendingClicks } from "@fairclick/sql/clicks/pending-clicks";
import { formatUtcDay, makeClickPartitions } from "@fairclick/sql/clicks/retention";
import { insertSettlement, newSettlementId } from "@fairclick/sql/clicks/settlement/batches";
import type { Sql } from "@fairclick/sql/db/client";
import { withTx } from "@fairclick/sql/db/tx";
import { payoutEntries, postTransactions } from "@fairclick/sql/money/ledger";
import { countClicksOf, listUnsealedDays, oneDay, sealDay } from "@fairclick/sql/money/proof-scope";
import { withoutClickIndices } from "@fairclick/sql/testing/without-click-indices";
import { fillCounters } from "../growth/fill-counters";
import { inTurns } from "../growth/in-turns";
import { describeMachine } from "../report/describe-machine";
import { printTable } from "../report/print-table";
import { makeVisits } from "../store/visits";
import { type ApiWorld, openApiWorld } from "../world/api-world";
import { familyCpuSeconds } from "../world/cpu-time";

const DAY_MS = 86_400_000;
const JOB = 500;
const PRICE = 1_500n;

/** Of the stored clicks. */
const STORED_BATCH = 20_000;
/** How many clicks settlement judges together at most, and after how long it looks again. */
const FULL_BATCH = 5_000;
const SETTLED_EVERY_S = 2;

type Options = { clicks: number; days: number; hourly: boolean };

/**
 * Prints what the hourly proof costs Postgres with all clicks sealed and with those of one more hour; unless only
 * `hourly`, also with all of them on open days, and the whole proof.
 */
export async function benchProofs({ clicks, days, hourly }: Options) {
  console.log(`${describeMachine()}\n`);
  const world = await openApiWorld(null, { durable: false });
  try {
    const links = await makeMarket(world.db, world.owner, {
      campaigns: 50,
      creators: 20,
      budgetClicks: () => 10_000_000,
    });
    const hour = Math.ceil(clicks / days / 24);
    await fill(world, links, { clicks, days });
    say(`stored ${show(clicks)} clicks`);
    const ctx = systemCtx(world.db);
    const rows: Awaited<ReturnType<typeof measure>>[] = [];
    const add = async (name: string, prove: Parameters<typeof measure>[2]) => {
      rows.push(await measure(world, name, prove));
      say(name);
    };
    if (hourly) await sealUnproved(world);
    else {
      await add("hourly proof, all days open", () => verifyBooks(ctx));
      await add("sealing every day", () => sealDays(ctx));
    }
    await add("hourly proof, today and ledger open", () => proveBooks(ctx));
    await add("hourly proof, all sealed", () => proveBooks(ctx));
    for (const batch of [FULL_BATCH, Math.ceil((hour / 3_600) * SETTLED_EVERY_S)]) {
      await settleHour(world, links, { clicks: hour, batch });
      say(`settled ${show(hour)} clicks`);
      await add(`hourly proof, ${show(hour)} new in batches of ${show(batch)}`, () =>
        proveBooks(ctx),
      );
      await add("hourly proof, all sealed", () => proveBooks(ctx));
    }
    if (!hourly) await add("whole proof", () => verifyBooks(ctx, { all: true }));
    printTable(
      [`${show(clicks)} clicks stored`, "processor s of Postgres", "µs a click", "s"],
      rows.map(({ name, cpu, seconds }) => [
        name,
        cpu.toFixed(2),
        ((cpu * 1e6) / clicks).toFixed(2),
        seconds.toFixed(2),
      ]),
    );
    console.log(describeMachine());
  } finally {
    await world.close();
  }
}

/** Stores clicks of days that are over, half a day's clicks of today, and their counters. */
async function fill(
  world: ApiWorld,
  links: readonly BenchLink[],
  { clicks, days }: { clicks: number; days: number },
) {
  const today = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  const starts = Array.from({ length: days + 1 }, (_, n) => new Date(today - (days - n) * DAY_MS));
  const ofDay = Math.round(clicks / (days + 0.5));
  await withoutClickIndices(world.owner, async (buildIndices) => {
    await makeClickPartitions(world.owner, {
      from: new Date(today - days * DAY_MS),
      to: new Date(),
    });
    await inTurns(world.owner, starts, async (session, day) => {
      const count = day.getTime() === today ? Math.round(ofDay / 2) : ofDay;
      for (let at = 0; at < count; at += STORED_BATCH) {
        const size = Math.min(STORED_BATCH, count - at);
        await storeBatch(world, session, {
          links,
          size,
          from: new Date(day.getTime() + (at / ofDay) * DAY_MS),
          seconds: (size / ofDay) * 86_400,
        });
      }
      await buildIndices(session, formatUtcDay(day).replaceAll("-", ""));
      say(`stored ${formatUtcDay(day)}`);
    });
  });
  await age(world);
  await world.owner`vacuum analyze`;
  await fillCounters(world.owner);
  await world.owner`vacuum analyze`;
}

type StoredBatch = { links: readonly BenchLink[]; size: number; from: Date; seconds: number };

/**
 * Stores a batch of judged clicks without visitors, which no proof reads, and pays it by the product's own
 * statements; four of five are valid.
 */
async function storeBatch(
  { db }: ApiWorld,
  session: Sql,
  { links, size, from, seconds }: StoredBatch,
) {
  const settlementId = newSettlementId();
  const paid = await session<
    { campaignId: string; creatorId: string; clicks: number; id: string }[]
  >`
    with added as (
      insert into ${session(`clicks_${formatUtcDay(from).replaceAll("-", "")}`)} (id, clicked_at, campaign_id, creator_id, device_known, signals,
        verdict, reason, policy_version, settlement_id, price_micros)
      select gen_random_uuid(), ${from}::timestamptz + n * ${seconds / size}::float8 * interval '1 second', link.campaign_id,
        link.creator_id, true, null, case when is_valid then 'valid' else 'invalid' end,
        case when not is_valid then 'known_bot' end, 1, ${settlementId}::bigint, ${PRICE}
      from (
        select n, 1 + floor(random() * ${links.length})::int as place, random() < 0.8 as is_valid
        from generate_series(0, ${size - 1}) n offset 0
      ) made
      join unnest(${links.map(({ campaignId }) => campaignId)}::uuid[],
        ${links.map(({ creatorId }) => creatorId)}::uuid[]
      ) with ordinality as link (campaign_id, creator_id, place) using (place)
      order by n
      returning campaign_id, creator_id, verdict
    )
    select campaign_id as "campaignId", creator_id as "creatorId", count(*)::int as clicks,
      payout_id(${settlementId}::bigint, campaign_id, ${PRICE}::int) as id
    from added where verdict = 'valid' group by 1, 2`;
  const valid = paid.reduce((sum, link) => sum + link.clicks, 0);
  const clickDay = formatUtcDay(from);
  await withTx(
    db,
    async (tx) => {
      await postTransactions(
        tx,
        [...Map.groupBy(paid, ({ campaignId }) => campaignId)].map(([campaignId, creators]) => ({
          id: creators[0]?.id ?? "",
          kind: "click_payout",
          idempotencyKey: `settlement:${settlementId}:${campaignId}`,
          reference: `campaign:${campaignId}`,
          clickDay,
          entries: payoutEntries({ campaignId, priceMicros: PRICE, feeMicros: 0n, creators }),
        })),
      );
      await insertSettlement(tx, {
        ...{ id: settlementId, day: clickDay, shard: 0, watermark: from, policyVersion: 1 },
        ...{ clicks: size, valid, paidMicros: BigInt(valid) * PRICE },
      });
    },
    { statementTimeoutMs: 60_000 },
  );
}

/** Records and settles clicks of the last minutes as the worker does, a batch at a time. */
async function settleHour(
  { db }: ApiWorld,
  links: readonly BenchLink[],
  { clicks, batch }: { clicks: number; batch: number },
) {
  const all = { windowSeconds: 60, shard: 0, shards: 1, batchSize: FULL_BATCH };
  const patient = { statementTimeoutMs: 60_000 };
  for (let at = 0; at < clicks; at += batch) {
    const count = Math.min(batch, clicks - at);
    const from = Date.now() - 60_000;
    const visits = makeVisits(links, { count, from, seconds: 1, invent: false });
    for (let job = 0; job < count; job += JOB) {
      await withTx(db, (tx) => insertPendingClicks(tx, visits.slice(job, job + JOB)), patient);
    }
    await settleClicks(systemCtx(db), { ...all, watermark: new Date() });
  }
}

/** Seals the days that are over as the product does, without proving them before. */
async function sealUnproved({ db }: ApiWorld) {
  const patient = { statementTimeoutMs: 600_000 };
  for (const day of await listUnsealedDays(db.sql, formatUtcDay(new Date()))) {
    const clicks = await withTx(db, (tx) => countClicksOf(tx, oneDay(day)), patient);
    await withTx(db, (tx) => sealDay(tx, { day, clicks }), patient);
  }
  say("sealed the days");
}

/** As if everything had been posted yesterday: what is new stays out of a seal for two hours. */
async function age({ owner }: ApiWorld) {
  await owner`alter table ledger_transactions disable trigger user`;
  await owner`update ledger_transactions set created_at = created_at - interval '1 day'`;
  await owner`alter table ledger_transactions enable trigger user`;
}

async function measure(
  { postgresPid }: ApiWorld,
  name: string,
  prove: () => Promise<{ clean: boolean } | unknown[]>,
) {
  const [before, startedAt] = [familyCpuSeconds(postgresPid), performance.now()];
  const result = await prove();
  const right = Array.isArray(result) ? result.length === 0 : "clean" in result && result.clean;
  if (!right) throw new Error(`${name}: ${JSON.stringify(result)}`);
  return {
    name,
    cpu: familyCpuSeconds(postgresPid) - before,
    seconds: (performance.now() - startedAt) / 1_000,
  };
}

function say(what: string): void {
  console.log(`${Math.round(performance.now() / 1_000)} s: ${what}`);
}

function show(count: number): string {
  return count.toLocaleString("en-US");
}
