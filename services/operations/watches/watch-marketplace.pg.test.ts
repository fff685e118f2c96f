import { STALE_AFTER_DAYS } from "@fairclick/core/ip/ip-data-age";
import { withTx } from "@fairclick/sql/db/tx";
import { createTestDatabase } from "@fairclick/sql/testing/test-database";
import { beforeEach, expect, it } from "vitest";
import { listNoticesToOperators, readNoticesToOperators } from "../../notices/operator-notices";
import { addCampaign, addUser } from "../../testing/marketplace";
import { operatorCtx } from "../../testing/operator-ctx";
import { systemCtx } from "../../testing/system-ctx";
import { readVitals } from "../health/read-vitals";
import { addressListWatch } from "./address-list-watch";
import { spikeWatch } from "./spike-watch";
import { vitalsWatch } from "./vitals-watch";
import { waitingWatch } from "./waiting-watch";
import type { Problem, Watch, WatchCtx } from "./watch";
import { watchMarketplace } from "./watch-marketplace";

const { db, owner } = await createTestDatabase();
const operator = await operatorCtx(db, owner);
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
let clock = new Date();
const store = { reachable: true, store: { store: "postgres" }, problems: [], warnings: [] };
const queue = { listFigures: async () => [], checkHealth: async () => store as never };
const ctx = {
  ...systemCtx(db, () => clock),
  readVitals: () => readVitals({ db, queue }),
  windowSeconds: 60,
  listAges: (): ReturnType<WatchCtx["listAges"]> => [],
};

const problem = (subject: string): Problem => ({
  ...{ subject, title: `About ${subject}`, detail: "It is wrong.", advice: "Look at it." },
});
const watch = (find: Watch["find"]): Watch => ({ name: "test", find });
const wrong = watch(async () => [problem("books"), problem("books"), problem("queue")]);
const fine = watch(async () => []);
const later = (ms: number) => {
  clock = new Date(clock.getTime() + ms);
};
async function listTold(wanted = { open: false, unread: false }) {
  const { items } = await listNoticesToOperators(ctx, wanted);
  return items.map(({ title }) => title).sort();
}

beforeEach(async () => {
  await owner`truncate operator_problems, notices`;
  clock = new Date();
});

it("writes one notice when a problem begins and one when it is over, however often it looks", async () => {
  for (let run = 0; run < 4; run += 1) {
    await Promise.all([watchMarketplace(ctx, [wrong]), watchMarketplace(ctx, [wrong])]);
    later(5 * MINUTE_MS);
  }
  expect(await listTold()).toEqual(["About books", "About queue"]);
  expect(await listTold({ open: true, unread: false })).toEqual(["About books", "About queue"]);
  for (let run = 0; run < 6; run += 1) {
    await Promise.all([watchMarketplace(ctx, [fine]), watchMarketplace(ctx, [fine])]);
    later(5 * MINUTE_MS);
  }
  const both = ["About books", "About queue", "Over: About books", "Over: About queue"];
  expect(await listTold()).toEqual(both);
  expect(await listTold({ open: true, unread: false })).toEqual([]);
  await watchMarketplace(ctx, [wrong]);
  expect(await listTold()).toHaveLength(6);
});

it("counts a problem that comes and goes as one, and changes nothing if a check fails", async () => {
  const silent = watch(async () => null);
  const broken = watch(async () => {
    throw new Error("no answer");
  });
  for (const now of [wrong, fine, wrong, silent, broken, silent, broken, wrong]) {
    await watchMarketplace(ctx, [now]);
    later(10 * MINUTE_MS);
  }
  expect(await listTold()).toEqual(["About books", "About queue"]);
});

it("leaves neither problem nor notice if its transaction is rolled back", async () => {
  const failing = withTx(db, async (tx) => {
    const inside = {
      ...ctx,
      db: {
        ...db,
        transactions: { begin: (_: string, work: never) => (work as (t: unknown) => unknown)(tx) },
      },
    };
    await watchMarketplace(inside as never, [wrong]);
    throw new Error("killed");
  });
  await expect(failing).rejects.toThrow("killed");
  expect(await listTold()).toEqual([]);
  await watchMarketplace(ctx, [wrong]);
  expect(await listTold()).toHaveLength(2);
});

it("marks notices as read for all operators, with an audit row", async () => {
  await watchMarketplace(ctx, [wrong]);
  const { items } = await listNoticesToOperators(ctx, { open: false, unread: true });
  expect(await readNoticesToOperators(operator, items[1]?.id ?? "")).toBe(1);
  expect(await readNoticesToOperators(operator, items[0]?.id ?? "")).toBe(1);
  expect(await readNoticesToOperators(operator, items[0]?.id ?? "")).toBe(0);
  expect(await listTold({ open: false, unread: true })).toEqual([]);
  const audits = await owner`select 1 from audit_log where action = 'notices.read'`;
  expect(audits).toHaveLength(2);
  await expect(readNoticesToOperators(ctx, items[0]?.id ?? "")).rejects.toThrow();
});

it("finds books that differ, and no problem in vitals that it cannot read", async () => {
  const find = async () => (await vitalsWatch.find(ctx))?.map(({ subject }) => subject) ?? [];
  expect(await find()).not.toContain("books");
  await owner`
    insert into books_proofs (proof, check_name, differences, proved_at)
    values ('books', 'entries_sum_to_zero', 2, now())`;
  expect(await find()).toContain("books");
  expect(
    await vitalsWatch.find({
      ...ctx,
      readVitals: async () => ({ ...(await ctx.readVitals()), queues: null }),
    }),
  ).toBeNull();
  await owner`delete from books_proofs`;
});

it("finds everything that waits for an operator for too long, and nothing younger", async () => {
  const { id: campaignId } = await addCampaign(db);
  const creatorId = await addUser(db);
  const at = new Date(clock.getTime() - 47 * HOUR_MS);
  const young = new Date(clock.getTime() - 23 * HOUR_MS);
  const [appeal, objection, finding, withdrawal] = Array.from({ length: 4 }, () =>
    crypto.randomUUID(),
  ) as [string, string, string, string];
  await owner`
    insert into click_appeals (id, click_id, clicked_at, campaign_id, creator_id, text, appealed_at)
    values (${appeal}, ${appeal}, ${at}, ${campaignId}, ${creatorId}, 'why', ${at})`;
  await owner`
    insert into click_objections (id, campaign_id, text, clicks, micros, objected_at)
    values (${objection}, ${campaignId}, 'why', 1, 1, ${at})`;
  await owner`
    insert into link_findings (id, campaign_id, creator_id, signals, from_at, found_at)
    values (${finding}, ${campaignId}, ${creatorId}, '[{"signal": "link_networks"}]', ${at}, ${at})`;
  await owner`
    insert into withdrawals (id, user_id, amount_micros, stripe_account_id, held_at, hold_reason)
    values (${withdrawal}, ${creatorId}, 10000, 'acct_1', ${young}, 'a first withdrawal')`;
  const find = async () => (await waitingWatch.find(ctx))?.map(({ subject }) => subject);
  expect(await find()).toEqual([]);
  later(2 * HOUR_MS);
  expect(await find()).toEqual(["appeals", "objections", "findings", "withdrawals"]);
});

it("counts no withdrawal that goes on by itself as waiting for an operator", async () => {
  const count = async () => (await ctx.readVitals()).database?.withdrawalsWaiting;
  const before = (await count()) ?? 0;
  for (const kinds of ["{unproved}", "{watched}", "{unproved,watched}", "{first,watched}"]) {
    await owner`
      insert into withdrawals (id, user_id, amount_micros, stripe_account_id, held_at, hold_reason,
        hold_kinds, hold_until)
      values (${crypto.randomUUID()}, ${await addUser(db)}, 10000, 'acct_1', ${clock}, 'why', ${kinds},
        ${clock})`;
  }
  expect(await count()).toBe(before + 1);
});

it("finds links and campaigns with far more clicks than usual, and no busy one", async () => {
  const quiet = await addCampaign(db);
  const busy = await addCampaign(db);
  const [spiking, steady] = [await addUser(db), await addUser(db)];
  const ALL = "00000000-0000-0000-0000-000000000000";
  const count = async (campaignId: string, creatorId: string, counts: [number, number]) => {
    await owner`
      insert into click_quarters (campaign_id, creator_id, starts_at, valid, invalid, held, unpaid, paid_micros)
      select ${campaignId}, ${creatorId}, date_bin('15 minutes', ${clock}::timestamptz - n * interval '15 minutes', '2000-01-01Z'),
        case when n < 4 then ${counts[0]}::int else ${counts[1]}::int end, 0, 0, 0, 0
      from generate_series(0, 400) n`;
  };
  for (const [campaign, creator] of [
    [quiet, spiking],
    [busy, spiking],
    [busy, steady],
  ] as const) {
    await owner`
      insert into links (campaign_id, creator_id, code)
      values (${campaign.id}, ${creator}, ${crypto.randomUUID().slice(0, 8)})`;
  }
  await count(quiet.id, ALL, [100, 40]);
  await count(quiet.id, spiking, [100, 40]);
  await count(busy.id, ALL, [2_000, 1_000]);
  await count(busy.id, steady, [1_000, 990]);
  await count(busy.id, spiking, [1_000, 10]);
  const found = await spikeWatch.find(ctx);
  const [link] = await owner<{ code: string }[]>`
    select code from links where campaign_id = ${busy.id} and creator_id = ${spiking}`;
  expect(found?.map(({ subject }) => subject)).toEqual([`link:${link?.code}`]);
  expect(found?.[0]?.advice).toContain(`--creator ${spiking}`);
});

it("finds address lists that are too old", async () => {
  const days = (count: number) => new Date(clock.getTime() - count * 24 * HOUR_MS);
  const lists = (age: number) => [
    { name: "tor", class: "tor" as const, checkedAt: days(age) },
    { name: "asn", class: "asn" as const, checkedAt: days(0) },
  ];
  const find = (listAges: WatchCtx["listAges"]) => addressListWatch.find({ ...ctx, listAges });
  expect(await find(() => lists(1))).toEqual([]);
  expect(await find(() => lists(STALE_AFTER_DAYS + 2))).toMatchObject([
    { subject: "address_lists" },
  ]);
  expect(await find(() => null)).toBeNull();
});
