import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Click } from "@fairclick/core/clicks/click";
import { newSettlementId } from "@fairclick/sql/clicks/settlement/batches";
import type { Db, Sql } from "@fairclick/sql/db/client";
import { withTx } from "@fairclick/sql/db/tx";
import { type Entry, postTransaction } from "@fairclick/sql/money/ledger";

const BATCH_SIZE = 5_000;
const PAYOUT_MICROS = 1_500n;

/**
 * The upper limit: measures how long Postgres needs for the same rows (seconds) with one COPY into
 * each of two tables with the indexes of `clicks` and `click_visitors`, then per batch one update that sets verdicts and one ledger
 * transaction that pays.
 */
export async function timePostgres(db: Db, owner: Sql, clicks: readonly Click[]): Promise<number> {
  await owner`drop table if exists bench_clicks, bench_visitors`;
  await owner`create table bench_clicks (like clicks including defaults including indexes)`;
  await owner`create table bench_visitors (like click_visitors including indexes)`;
  await owner`grant select, update on bench_clicks to fairclick_app`;
  const rows = clicks.map(toRow).join("");
  const visitors = clicks.map(toVisitor).join("");
  const startedAt = performance.now();
  const copy = await owner`
    copy bench_clicks (id, clicked_at, campaign_id, creator_id, device_known, method, signals, recorded_at,
      verdict, policy_version, settlement_id, price_micros)
    from stdin`.writable();
  await pipeline(Readable.from([rows]), copy);
  const copyVisitors = await owner`
    copy bench_visitors (id, clicked_at, accepted, ip_key, device_key, user_agent, referrer)
    from stdin`.writable();
  await pipeline(Readable.from([visitors]), copyVisitors);
  for (let start = 0; start < clicks.length; start += BATCH_SIZE) {
    await payBatch(db, clicks.slice(start, start + BATCH_SIZE));
  }
  return (performance.now() - startedAt) / 1_000;
}

async function payBatch(db: Db, clicks: readonly Click[]): Promise<void> {
  const settlementId = newSettlementId();
  await withTx(db, async (tx) => {
    const { id: transactionId } = await postTransaction(tx, {
      kind: "click_payout",
      idempotencyKey: `bench:${settlementId}`,
      entries: toEntries(clicks),
    });
    await tx`
      update bench_clicks set verdict = 'valid', approval_id = ${transactionId},
        settlement_id = ${settlementId}
      where id = any (${clicks.map((click) => click.id)}::uuid[])`;
  });
}

function toEntries(clicks: readonly Click[]): Entry[] {
  const entries = (
    kind: "escrow" | "earnings",
    pickOwner: (click: Click) => string,
    sign: bigint,
  ) =>
    [...Map.groupBy(clicks, pickOwner)].map(
      ([ownerId, { length }]): Entry => ({
        account: { kind, ownerId },
        micros: sign * PAYOUT_MICROS * BigInt(length),
        quantity: length,
        unitMicros: PAYOUT_MICROS,
      }),
    );
  return [
    ...entries("escrow", (click) => click.campaignId, -1n),
    ...entries("earnings", (click) => click.creatorId, 1n),
  ];
}

function toRow(click: Click): string {
  const at = new Date(click.at).toISOString();
  const { id, campaignId, creatorId, method } = click;
  const columns = [id, at, campaignId, creatorId, "t", method, "\\N", at, "pending", 1, 0];
  return `${[...columns, PAYOUT_MICROS].join("\t")}\n`;
}

function toVisitor({ id, at, ip, device, userAgent, referrer }: Click): string {
  const deviceKey = `\\\\x02${device?.replaceAll("-", "")}`;
  return `${[id, new Date(at).toISOString(), "t", ip, deviceKey, userAgent, referrer].join("\t")}\n`;
}
