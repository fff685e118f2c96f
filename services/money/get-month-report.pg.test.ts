import { randomUUID } from "node:crypto";
import { reportGroups } from "@fairclick/core/money/ledger";
import type { Db } from "@fairclick/sql/db/client";
import { withTx } from "@fairclick/sql/db/tx";
import { createTestDatabase } from "@fairclick/sql/testing/test-database";
import fc from "fast-check";
import { expect, it } from "vitest";
import { addUser } from "../testing/marketplace";
import { systemCtx } from "../testing/system-ctx";
import { getMonthReport } from "./ledger";

const { db, owner } = await createTestDatabase();
const asOwner: Db = { sql: owner, transactions: owner, end: async () => {} };
const ctx = { ...systemCtx(db), now: () => new Date("2026-04-10T12:00:00Z") };
const userId = await addUser(db);

/** The first and last moments of months, and some between. */
const times = [
  "2026-01-31T23:59:59.999Z",
  "2026-02-01T00:00:00Z",
  "2026-02-28T23:59:59.999Z",
  "2026-03-01T00:00:00Z",
  "2026-03-17T10:00:00Z",
  "2026-04-02T00:00:00Z",
];
const kinds = ["deposit", "refund", "dispute", "stripe_fee", "withdrawal"] as const;
const movement = fc.record({
  at: fc.constantFrom(...times),
  kind: fc.constantFrom(...kinds),
  micros: fc.bigInt({ min: 1n, max: 10n ** 12n }),
});

const movedBetween: Record<(typeof kinds)[number], [from: string, to: string]> = {
  deposit: ["stripe_clearing", "wallet"],
  refund: ["losses", "stripe_clearing"],
  dispute: ["losses", "stripe_clearing"],
  stripe_fee: ["stripe_fees", "stripe_clearing"],
  withdrawal: ["losses", "earnings"],
};

/** Posts as the table's owner, who can choose the time. */
async function post({
  at,
  kind,
  micros,
}: {
  at: string;
  kind: keyof typeof movedBetween;
  micros: bigint;
}) {
  const id = randomUUID();
  const [from, to] = movedBetween[kind];
  await withTx(asOwner, async (tx) => {
    await tx`
      insert into ledger_transactions (id, kind, idempotency_key, created_at)
      values (${id}, ${kind}, ${id}, ${at})`;
    await tx`
      insert into ledger_entries (transaction_id, account_id, micros)
      select ${id}, min(a.id), v.micros from (values (${from}, ${-micros}::bigint), (${to}, ${micros}::bigint)) v (kind, micros)
      join ledger_accounts a on a.kind = v.kind and a.owner_id is not distinct from
        case when v.kind in ('wallet', 'earnings') then ${userId}::uuid end
      group by v.kind, v.micros`;
  });
}

/** The balance of a kind of account before a time, by all entries one by one. */
async function balanceBefore(account: string, before: string): Promise<bigint> {
  const [row] = await owner<{ micros: bigint }[]>`
    select coalesce(sum(e.micros), 0)::bigint as micros from ledger_entries e
    join ledger_accounts a on a.id = e.account_id and a.kind = ${account}
    join ledger_transactions t on t.id = e.transaction_id and t.created_at < ${before}`;
  return row?.micros ?? 0n;
}

for (const each of fc.sample(movement, { numRuns: 80, seed: 7 })) await post(each);

it.each([
  ["2026-01", "2026-01-01", "2026-02-01"],
  ["2026-02", "2026-02-01", "2026-03-01"],
  ["2026-03", "2026-03-01", "2026-04-01"],
  ["2026-04", "2026-04-01", "2026-05-01"],
])("equals the ledger's entries in %s, to the micro-dollar", async (month, from, to) => {
  const report = await getMonthReport(ctx, month);
  expect(report.addsUp).toBe(true);
  expect(new Set(report.accounts.map(({ group }) => group))).toEqual(new Set(reportGroups));
  for (const { account, group, openingMicros, moves, closingMicros } of report.accounts) {
    const sign = group === "owes" || group === "earned" ? 1n : -1n;
    expect(BigInt(openingMicros), account).toBe(sign * (await balanceBefore(account, from)));
    expect(BigInt(closingMicros), account).toBe(sign * (await balanceBefore(account, to)));
    const moved = moves.reduce((sum, { micros }) => sum + BigInt(micros), 0n);
    expect(BigInt(openingMicros) + moved).toBe(BigInt(closingMicros));
  }
  const worth = (stand: typeof report.opening) =>
    BigInt(stand.holdsMicros) + BigInt(stand.owedMicros) - BigInt(stand.owesMicros);
  expect(worth(report.closing) - worth(report.opening)).toBe(BigInt(report.resultMicros));
});

it("ends a month that has not ended now, and refuses one that has not begun", async () => {
  expect((await getMonthReport(ctx, "2026-04")).to).toBe("2026-04-10T12:00:00.000Z");
  expect((await getMonthReport(ctx, "2026-03")).to).toBe("2026-04-01T00:00:00.000Z");
  await expect(getMonthReport(ctx, "2026-05")).rejects.toMatchObject({ code: "validation" });
});
