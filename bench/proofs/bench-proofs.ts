import { type BenchLink, makeMarket } from "@fairclick/e2e/world/market";
import { proveBooks, sealDays, verifyBooks } from "@fairclick/services/money/ledger";
import { systemCtx } from "@fairclick/services/testing/system-ctx";
import { formatUtcDay, makeClickPartitions } from "@fairclick/sql/clicks/retention";
import { insertSettlement, newSettlementId } from "@fairclick/sql/clicks/settlement/batches";
import type { Sql } from "@fairclick/sql/db/client";
import { withTx } from "@fairclick/sql/db/tx";
import { payoutEntries, postTransactions } from "@fairclick/sql/money/ledger";
import { fillCounters } from "../growth/fill-counters";
import { describeMachine } from "../report/describe-machine";
import { printTable } from "../report/print-table";
import { type ApiWorld, openApiWorld } from "../world/api-world";
import { familyCpuSeconds } from "../world/cpu-time";

const DAY_MS = 86_400_000;
const BATCH_SIZE = 5_000;
const PRICE = 1_500n;

/**
 * Prints what the hourly proof costs Postgres with all clicks on open days, beside the same with all of
 * them sealed and with those of one more hour, what sealing costs, and the whole proof.
 */
export async function benchProofs({ clicks, days }: { clicks: number; days: number }) {
  console.log(`${describeMachine()}\n`);
  const world = await openApiWorld(null, { durable: false });
  try {
    const links = await makeMarket(world.db, world.owner, {
      campaigns: 50,
      creators: 20,
      budgetClicks: () => clicks,
    });
    const today = Math.floor(Date.now() / DAY_MS) * DAY_MS;
    for (let day = days; day > 0; day -= 1) {
      const start = new Date(today - day * DAY_MS);
      await makeClickPartitions(world.db.sql, { from: start, to: start });
      for (let from = 0; from < clicks / days; from += BATCH_SIZE)
        await storeBatch(world, links, start);
    }
    await age(world);
    await count(world.owner);
    const ctx = systemCtx(world.db);
    const rows = [
      await measure(world, "hourly proof, all days open", () => verifyBooks(ctx)),
      await measure(world, "sealing every day", () => sealDays(ctx)),
      await measure(world, "hourly proof, days sealed, ledger open", () => proveBooks(ctx)),
      await measure(world, "hourly proof, all sealed", () => proveBooks(ctx)),
    ];
    const hour = Math.ceil(clicks / days / 24 / BATCH_SIZE) * BATCH_SIZE;
    await makeClickPartitions(world.db.sql, { from: new Date(today), to: new Date(today) });
    for (let from = 0; from < hour; from += BATCH_SIZE) {
      await storeBatch(world, links, new Date(today));
    }
    await count(world.owner);
    rows.push(
      await measure(world, `hourly proof, ${hour.toLocaleString("en-US")} new`, () =>
        proveBooks(ctx),
      ),
      await measure(world, "whole proof", () => verifyBooks(ctx, { all: true })),
    );
    printTable(
      [
        `${clicks.toLocaleString("en-US")} clicks stored`,
        "processor s of Postgres",
        "µs a click",
        "s",
      ],
      rows.map(({ name, cpu, seconds }) => [
        name,
        cpu.toFixed(2),
        ((cpu * 1e6) / clicks).toFixed(2),
        seconds.toFixed(2),
      ]),
    );
  } finally {
    await world.close();
  }
}

/** Stores and pays a batch of clicks, spread over the day, as settlement does; four of five are valid. */
async function storeBatch({ db }: ApiWorld, links: readonly BenchLink[], day: Date) {
  const settlementId = newSettlementId();
  await withTx(
    db,
    async (tx) => {
      const paid = await tx<
        { campaignId: string; creatorId: string; clicks: number; id: string }[]
      >`
        with added as (
          insert into clicks (id, clicked_at, campaign_id, creator_id, device_known, method, signals,
            recorded_at, verdict, reason, policy_version, settlement_id, price_micros)
          select gen_random_uuid(), ${day}::timestamptz + random() * interval '86399 seconds', link.campaign_id,
            link.creator_id, true, 'GET', null, now(), case when is_valid then 'valid' else 'invalid' end,
            case when not is_valid then 'known_bot' end, 1, ${settlementId}::bigint, ${PRICE}
          from (
            select 1 + floor(random() * ${links.length})::int as place, random() < 0.8 as is_valid
            from generate_series(1, ${BATCH_SIZE}) offset 0
          ) made
          join unnest(${links.map(({ campaignId }) => campaignId)}::uuid[],
            ${links.map(({ creatorId }) => creatorId)}::uuid[]
          ) with ordinality as link (campaign_id, creator_id, place) using (place)
          returning campaign_id, creator_id, verdict
        )
        select campaign_id, creator_id, count(*)::int as clicks,
          payout_id(${settlementId}::bigint, campaign_id, ${PRICE}::int) as id
        from added where verdict = 'valid' group by 1, 2`;
      const valid = paid.reduce((sum, link) => sum + link.clicks, 0);
      const clickDay = formatUtcDay(day);
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
        ...{ id: settlementId, day: clickDay, shard: 0, watermark: day, policyVersion: 1 },
        ...{ clicks: BATCH_SIZE, valid, paidMicros: BigInt(valid) * PRICE },
      });
    },
    { statementTimeoutMs: 60_000 },
  );
}

/** Counts all stored clicks, as settlement does. */
async function count(owner: Sql) {
  await owner`vacuum analyze`;
  await owner`truncate click_quarters, click_days, link_outcomes`;
  await fillCounters(owner);
  await owner`vacuum analyze`;
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
