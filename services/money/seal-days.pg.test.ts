import { makeClickPartitions } from "@fairclick/sql/clicks/retention";
import type { Db, Tx } from "@fairclick/sql/db/client";
import { withTx } from "@fairclick/sql/db/tx";
import { countedIn, everything, type ProofScope, readOpen } from "@fairclick/sql/money/proof-scope";
import { createTestDatabase } from "@fairclick/sql/testing/test-database";
import fc from "fast-check";
import { beforeAll, expect, it, vi } from "vitest";
import { decideClicks } from "../clicks/decide-clicks";
import { forgetClicks } from "../clicks/retain";
import { settleClicks } from "../clicks/settle-clicks";
import { addCampaign, addPendingClicks, addUser, type TestClick } from "../testing/marketplace";
import { operatorCtx } from "../testing/operator-ctx";
import { systemCtx } from "../testing/system-ctx";
import { checkBooks, proveBooks, sealDays, verifyBooks } from "./ledger";

const DAY_MS = 86_400_000;
const { db, owner } = await createTestDatabase();
const asOwner: Db = { sql: owner, transactions: owner, end: async () => {} };
/** The first of four days, and a time after them. */
let first = Date.parse("2026-03-01T00:00:00Z");
const over = () => new Date(first + 4 * DAY_MS + 3 * 3_600_000);
const ctx = systemCtx(db, over);
/** The time when none of the days is over. */
const early = systemCtx(db, () => new Date(first + 3_600_000));
const operator = await operatorCtx(db, owner, over);
const makeDays = () => makeClickPartitions(db.sql, { from: new Date(first), to: over() });
await makeDays();
const creatorId = await addUser(db);
const campaign = await addCampaign(db, { payoutMicros: 10_000n, feeBasisPoints: 500 });

async function click(day: number, signal?: "vpn" | "known_bot") {
  const more: Partial<TestClick> = signal ? { signals: [{ signal, evidence: {} }] } : {};
  const at = new Date(first + day * DAY_MS + Math.random() * (DAY_MS - 1));
  await addPendingClicks(db, [{ at, campaignId: campaign.id, creatorId, ...more }]);
}

async function settle() {
  const all = { windowSeconds: 60, shard: 0, shards: 1, batchSize: 100 };
  await settleClicks(ctx, { ...all, watermark: over() });
}

const before = { approve: "held", reject: "held", reverse: "valid" } as const;

/** Decides about the first click with a fitting verdict. Returns false if there is none. */
async function decide(action: keyof typeof before, day?: number) {
  const from = new Date(first + (day ?? 0) * DAY_MS);
  const to = new Date(from.getTime() + (day === undefined ? 10 : 1) * DAY_MS);
  const [found] = await db.sql<{ id: string }[]>`
    select id from clicks where verdict = ${before[action]} and clicked_at >= ${from} and clicked_at < ${to}
    order by clicked_at limit 1`;
  if (!found) return false;
  const given = { reason: "a test", dryRun: false, clicks: { ids: [found.id] } };
  const decision = action === "reverse" ? { action, category: "mistake" as const } : { action };
  await decideClicks(operator, { ...given, ...decision });
  return true;
}

async function failing(all: boolean) {
  const { checks } = await verifyBooks(ctx, { all });
  return checks.filter(({ differences }) => differences.length > 0);
}

async function expectRight() {
  expect(await failing(false)).toEqual([]);
  expect(await failing(true)).toEqual([]);
}

const sealed = () => db.sql<{ day: string; clicks: bigint }[]>`
  select day::text, clicks from day_seals where clicks > 0 order by id`;

/** What both proofs find after a superuser did this, which is undone. */
async function afterTampering(tamper: (tx: Tx) => PromiseLike<unknown>) {
  const undo = new Error("undo");
  const found = { hourly: [""], whole: [""] };
  await withTx(asOwner, async (tx) => {
    for (const table of ["clicks", "day_seals", "ledger_entries", "ledger_accounts"])
      await tx`alter table ${tx(table)} disable trigger user`;
    await tamper(tx);
    const failing = async (scope: ProofScope) =>
      (await checkBooks(tx, { limit: 5, scope })).checks.flatMap(({ name, differences }) =>
        differences.length > 0 ? [name] : [],
      );
    found.hourly = await failing(await readOpen(tx));
    found.whole = await failing(everything);
    throw undo;
  }).catch((error) => {
    if (error !== undo) throw error;
  });
  return found;
}

async function readUpTo() {
  const [row] = await db.sql<{ upTo: Date }[]>`select ledger_sealed_to as up_to from marketplace`;
  return row?.upTo;
}

/** As if everything had been posted a day earlier. */
async function ageLedger() {
  await withTx(asOwner, async (tx) => {
    await tx`alter table ledger_transactions disable trigger user`;
    await tx`alter table click_decisions disable trigger user`;
    await tx`update ledger_transactions set created_at = created_at - interval '1 day'`;
    await tx`update click_decisions set decided_at = decided_at - interval '1 day'`;
    await tx`alter table ledger_transactions enable trigger user`;
    await tx`alter table click_decisions enable trigger user`;
  });
}

beforeAll(async () => {
  for (const day of [0, 0, 1, 2, 3]) await click(day);
  await click(0, "vpn");
  await click(1, "known_bot");
  await settle();
});

it("seals the days that are over, once", async () => {
  await click(3);
  expect(await sealDays(ctx)).toEqual([]);
  // A click of the last day waits.
  expect((await sealed()).map(({ day }) => day)).toEqual([
    "2026-03-01",
    "2026-03-02",
    "2026-03-03",
  ]);
  await settle();
  await sealDays(ctx);
  await sealDays(ctx);
  expect([...(await sealed())]).toEqual([
    { day: "2026-03-01", clicks: 3n },
    { day: "2026-03-02", clicks: 2n },
    { day: "2026-03-03", clicks: 1n },
    { day: "2026-03-04", clicks: 2n },
  ]);
  await expectRight();
});

const ofDay = (tx: Tx, day: number) => {
  const from = new Date(first + day * DAY_MS);
  return tx`clicked_at >= ${from} and clicked_at < ${new Date(from.getTime() + DAY_MS)}`;
};
const pay = (tx: Tx, day: number) =>
  tx`update clicks set price_micros = 9999 where verdict = 'valid' and ${ofDay(tx, day)}`;
const lastSeal = (tx: Tx) => tx`(select max(id) from day_seals where clicks > 0)`;

it.each<[string, (tx: Tx) => PromiseLike<unknown>, string[]]>([
  ["a click of a sealed day", (tx) => pay(tx, 1), []],
  [
    "the verdict of a click of a sealed day",
    (tx) => tx`update clicks set verdict = 'invalid', reason = 'x'
      where verdict = 'valid' and ${ofDay(tx, 1)}`,
    [],
  ],
  [
    "the sums of a seal",
    (tx) => tx`update day_seals set sums = '{}' where id = ${lastSeal(tx)}`,
    ["seals_are_chained", "sealed_links_equal_seals"],
  ],
  [
    "the time of the first seal",
    (tx) => tx`update day_seals set proved_at = now() where day = '2026-03-01'`,
    ["seals_are_chained"],
  ],
  [
    "a seal that goes",
    (tx) => tx`delete from day_seals where day = '2026-03-02'`,
    ["seals_are_chained", "sealed_links_equal_seals"],
  ],
  [
    "the last seal, when it goes",
    (tx) => tx`delete from day_seals where id = ${lastSeal(tx)}`,
    ["sealed_links_equal_seals"],
  ],
  [
    "a settlement that is open again",
    (tx) => tx`update settlements set is_open = true where day = '2026-03-02'`,
    ["link_totals_equal_clicks"],
  ],
  [
    "the sums of sealed links",
    (tx) => tx`update sealed_links set clicks = clicks + 1 where verdict = 'valid'`,
    ["link_totals_equal_clicks", "sealed_links_equal_seals"],
  ],
])("the hourly or the whole proof sees %s", async (_, tamper, hourly) => {
  const found = await afterTampering(tamper);
  expect(found.hourly.toSorted()).toEqual(hourly.toSorted());
  expect(found.whole.length + found.hourly.length).toBeGreaterThan(0);
});

it("reads no click of a sealed day in the hourly proof", async () => {
  await withTx(asOwner, async (tx) => {
    const open = await readOpen(tx);
    const plan = await tx<{ "QUERY PLAN": string }[]>`
      explain select * from counted_clicks where ${countedIn(tx, open)}`;
    const text = JSON.stringify(plan);
    for (const day of [1, 2, 3, 4]) expect(text).not.toContain(`clicks_2026030${day}`);
    expect(text).not.toContain("dropped_sums");
  });
});

it("proves a day again after clicks came for it", async () => {
  await click(1);
  await settle();
  await expectRight();
  expect(await afterTampering((tx) => pay(tx, 1))).toMatchObject({
    hourly: expect.arrayContaining(["paid_clicks_equal_payouts"]),
  });
  await sealDays(ctx);
  expect((await sealed()).at(-1)).toEqual({ day: "2026-03-02", clicks: 1n });
  await expectRight();
  expect(await afterTampering((tx) => pay(tx, 1))).toMatchObject({ hourly: [] });
});

it("leaves a day open whose proof fails, and seals none that changed meanwhile", async () => {
  await click(2);
  await settle();
  const count = (more: number) => owner`update click_quarters set valid = valid + ${more}
    where starts_at >= '2026-03-03T00:00Z' and starts_at < '2026-03-04T00:00Z'`;
  await count(1);
  expect((await sealDays(ctx)).map(({ name }) => name)).toEqual(["quarters_equal_clicks"]);
  expect((await sealed()).at(-1)?.day).toBe("2026-03-02");
  await count(-1);
  const seal = (clicks: number) => db.sql`select seal_click_day('2026-03-03', ${clicks}) as digest`;
  expect([...(await seal(1))]).toEqual([{ digest: null }]);
  await sealDays(ctx);
  expect((await sealed()).at(-1)).toEqual({ day: "2026-03-03", clicks: 1n });
});

it("leaves clicks open that waited for the seal", async () => {
  await click(3);
  const sealing = await owner.reserve();
  await sealing`begin`;
  await sealing`select seal_click_day('2026-03-04', 2)`;
  const settled = settle();
  await vi.waitFor(
    async () => {
      const [row] = await owner`select count(*)::int as waiting from pg_locks where not granted`;
      expect(row?.waiting).toBeGreaterThan(0);
    },
    { timeout: 60_000 },
  );
  await sealing`commit`;
  sealing.release();
  await settled;
  const late = await db.sql`select day::text from settlements where is_open`;
  expect([...late]).toEqual([{ day: "2026-03-04" }]);
  await expectRight();
});

it("moves the sums of sealed days with each decision, and proves the decision", async () => {
  await sealDays(ctx);
  const count = (await sealed()).length;
  for (const action of ["approve", "reverse", "reverse"] as const)
    expect(await decide(action)).toBe(true);
  await sealDays(ctx);
  expect((await sealed()).length).toBe(count);
  await expectRight();
  expect(
    await afterTampering(
      (tx) =>
        tx`update clicks set verdict = 'held', reason = 'vpn', recorded_at = now() where reason = 'reversed'`,
    ),
  ).toMatchObject({ hourly: expect.arrayContaining(["verdicts_equal_decisions"]) });
});

it("reads no transaction again that it proved more than 15 minutes ago", async () => {
  expect((await proveBooks(ctx)).clean).toBe(true);
  // Everything was posted just now, after the days of this test.
  const since = await readUpTo();
  expect(since).toEqual(new Date(over().getTime() - 15 * 60_000));
  const later = systemCtx(db, () => new Date(Date.now() + 86_400_000));
  await proveBooks(later);
  expect(await readUpTo()).toEqual(since);

  await ageLedger();
  const now = systemCtx(db);
  expect((await proveBooks(now)).clean).toBe(true);
  expect((await readUpTo())?.getTime()).toBeGreaterThan(Date.now() - 3_600_000);
  await expectRight();
  await click(3);
  await settle();
  await decide("reverse");
  await expectRight();
});

it.each<[string, (tx: Tx) => PromiseLike<unknown>, string[]]>([
  [
    "an entry that was proved",
    (tx) => tx`update ledger_entries set micros = micros + 1, quantity = null, unit_micros = null
    where transaction_id = (select id from ledger_transactions where click_day = '2026-03-02' limit 1)`,
    [],
  ],
  [
    "a balance",
    (tx) =>
      tx`update ledger_accounts set balance_micros = balance_micros + 1 where kind = 'escrow'`,
    ["balances_equal_entries", "lots_equal_balances"],
  ],
  [
    "the sums of proved entries",
    (tx) => tx`update sealed_lots set micros = micros + 1`,
    ["balances_equal_entries", "lots_equal_their_entries", "money_that_left_is_explained"],
  ],
  [
    "the mark of what was proved",
    (tx) => tx`update marketplace set ledger_sealed_to = now()`,
    ["lots_equal_their_entries"],
  ],
  [
    "a new entry",
    (tx) => tx`update ledger_entries set micros = micros + 1, quantity = null, unit_micros = null
    where transaction_id = (select id from ledger_transactions order by created_at desc limit 1)`,
    ["balances_equal_entries", "transactions_sum_to_zero"],
  ],
])("the hourly or the whole proof sees %s", async (_, tamper, hourly) => {
  const found = await afterTampering(tamper);
  expect(found.hourly).toEqual(hourly.length > 0 ? expect.arrayContaining(hourly) : []);
  expect(found.whole.length + found.hourly.length).toBeGreaterThan(0);
});

it("lets the application change no seal", async () => {
  for (const change of [
    db.sql`update day_seals set clicks = 0`,
    db.sql`delete from day_seals`,
    db.sql`update sealed_links set clicks = 0`,
    db.sql`update settlements set is_open = false`,
    db.sql`insert into settlements (id, is_open) values (1, false)`,
    db.sql`update marketplace set ledger_sealed_to = now()`,
    db.sql`insert into dropped_days (day, dropped_at) values ('2020-01-01', now())`,
    db.sql`insert into day_seals (day, clicks, sums, digest) values ('2020-01-01', 0, '{}', '')`,
  ])
    await expect(change).rejects.toThrow("permission denied");
  await expect(owner`update day_seals set clicks = 0`).rejects.toThrow();
});

/** Whether the last seal is that of a whole day. */
async function isWhole() {
  const [last] = await db.sql<{ isWhole: boolean }[]>`
    select is_whole from day_seals order by id desc limit 1`;
  return last?.isWhole;
}

it("proves what was settled once, on a day that is not over too", async () => {
  await sealDays(ctx);
  await click(3);
  await settle();
  const found = async () => (await afterTampering((tx) => pay(tx, 3))).hourly;
  expect(await found()).toContain("paid_clicks_equal_payouts");
  expect((await proveBooks(early)).clean).toBe(true);
  expect((await sealed()).at(-1)).toEqual({ day: "2026-03-04", clicks: 1n });
  expect(await isWhole()).toBe(false);
  expect(await found()).toEqual([]);
  await click(3);
  await settle();
  await expectRight();
  expect(await found()).toContain("paid_clicks_equal_payouts");
  expect(await sealDays(ctx)).toEqual([]);
  expect((await sealed()).at(-1)).toEqual({ day: "2026-03-04", clicks: 1n });
  expect(await isWhole()).toBe(true);
  await expectRight();
});

it("proves a day as a whole again after an hourly proof of its late clicks", async () => {
  await click(0);
  await settle();
  await proveBooks(early);
  expect(await isWhole()).toBe(false);
  await sealDays(ctx);
  expect(await isWhole()).toBe(true);
});

it("leaves a settlement open while somebody decides about one of its clicks", async () => {
  await click(2, "vpn");
  await settle();
  const open = async () => (await db.sql`select from settlements where is_open`).count;
  const deciding = await owner.reserve();
  await deciding`begin`;
  await deciding`update clicks set verdict = 'invalid' where verdict = 'held' and settlement_id in (
    select id from settlements where is_open)`;
  expect((await proveBooks(early)).clean).toBe(true);
  expect(await open()).toBe(1);
  await deciding`rollback`;
  deciding.release();
  await proveBooks(early);
  expect(await open()).toBe(0);
  await expectRight();
});

it("stays right after any mix of clicks, settlements, decisions, seals and dropped days", async () => {
  const day = fc.integer({ min: 0, max: 3 });
  const step = fc.oneof(
    { weight: 4, arbitrary: fc.tuple(fc.constant("click"), day) },
    { weight: 2, arbitrary: fc.tuple(fc.constantFrom("vpn", "known_bot"), day) },
    { weight: 3, arbitrary: fc.tuple(fc.constant("settle"), day) },
    { weight: 3, arbitrary: fc.tuple(fc.constantFrom("approve", "reject", "reverse"), day) },
    { weight: 2, arbitrary: fc.tuple(fc.constantFrom("seal", "prove"), day) },
    { weight: 1, arbitrary: fc.tuple(fc.constant("drop"), day) },
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 25 }), async (steps) => {
      first += 4 * DAY_MS;
      await makeDays();
      for (const [kind, on] of steps) {
        switch (kind) {
          case "click":
            await click(on);
            break;
          case "vpn":
          case "known_bot":
            await click(on, kind);
            break;
          case "settle":
            await settle();
            break;
          case "seal":
            expect(await sealDays(ctx)).toEqual([]);
            break;
          case "prove":
            expect(await proveBooks(early)).toMatchObject({ clean: true });
            break;
          case "drop":
            await forgetClicks(systemCtx(db, () => new Date(first + (on + 401) * DAY_MS)));
            break;
          case "approve":
          case "reject":
          case "reverse":
            await decide(kind, on);
        }
      }
      await settle();
      await expectRight();
      await sealDays(ctx);
      await expectRight();
    }),
    { numRuns: 12, endOnFailure: true },
  );
});
