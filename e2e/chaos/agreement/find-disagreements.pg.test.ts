import { createTestApp } from "@fairclick/api/testing/test-app";
import { settleClicks } from "@fairclick/services/clicks/settle-clicks";
import { instantPayouts } from "@fairclick/services/testing/instant-payouts";
import { addPendingClicks } from "@fairclick/services/testing/marketplace";
import { systemCtx } from "@fairclick/services/testing/system-ctx";
import { makeClickPartitions } from "@fairclick/sql/clicks/retention";
import { withTx } from "@fairclick/sql/db/tx";
import { postTransaction } from "@fairclick/sql/money/ledger";
import { afterAll, expect, it } from "vitest";
import { seededRandom } from "../../world/seeded-random";
import { openGameServers } from "../game-servers";
import { openMarket } from "../market";
import { findDisagreements } from "./find-disagreements";

const { app, db, owner } = await createTestApp({ config: instantPayouts });
const market = await openMarket(db, owner, { campaigns: 2, creators: 2 });
const [campaign, other] = market.campaigns;
const [creator] = market.creators;
if (!campaign || !other || !creator) throw new Error("The market is empty");

/** Corrupts the API's responses, as a proxy could. Responses are text, never compressed. */
let corrupt = (text: string) => text;
const server = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  fetch: async (request) => {
    request.headers.delete("accept-encoding");
    const answer = await app.fetch(request, { peerIp: "127.0.0.1" });
    return new Response(corrupt(await answer.text()), answer);
  },
});
afterAll(() => server.stop(true));

const now = new Date();
await makeClickPartitions(db.sql, { from: now, to: now });
const ids = Array.from({ length: 40 }, () => Bun.randomUUIDv7("hex", now));
await addPendingClicks(
  db,
  ids.map((id, n) => ({
    id,
    at: new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)),
    campaignId: (n % 2 === 0 ? campaign : other).id,
    creatorId: creator.id,
    country: n % 3 === 0 ? "GB" : "FR",
    referrerHost: `site-${n % 15}.example`,
    signals: n % 5 === 0 ? [{ signal: "known_bot" as const, evidence: {} }] : [],
  })),
);
await settleClicks(systemCtx(db), {
  watermark: new Date(now.getTime() + 60_000),
  shard: 0,
  shards: 1,
  batchSize: 500,
  windowSeconds: 60,
});
const ports = [server.port ?? 0];
const games = openGameServers(market.campaigns, { ports, random: seededRandom(1) });
for (const [n, id] of ids.entries()) games.arrive((n % 2 === 0 ? campaign : other).id, id);
expect(await games.reportUntil(() => true, 30_000)).toBe(0);
await db.sql`
  insert into impression_quarters
  select ${campaign.id}::uuid, creator, date_bin('15 minutes', now(), '2000-01-01Z'), 7
  from unnest(${[creator.id, "00000000-0000-0000-0000-000000000000"]}::uuid[]) creator`;

async function compareAll() {
  const origin = `http://127.0.0.1:${server.port}`;
  return findDisagreements({ db, market, reports: games.stored(), origin, browserPath: null });
}

async function placesThatDiffer() {
  const { differences } = await compareAll();
  return [...new Set(differences.map(({ place }) => place))];
}

it("compares figures of every kind and finds no differences", async () => {
  const { compared, differences } = await compareAll();
  expect(differences).toEqual([]);
  expect(Object.keys(compared)).toEqual([
    "counters",
    "conversions",
    "ledger",
    "answers",
    "exports",
  ]);
  const { exports, ...others } = compared;
  expect(Math.min(...Object.values(others))).toBeGreaterThan(10);
  // Two lines of one creator with two figures each, and the sum of both creators.
  expect(exports).toBe(6);
});

it("names a counter that is off by one, and what is computed from it, with both figures", async () => {
  await owner`update link_outcomes set valid = valid + 1 where campaign_id = ${campaign.id}`;
  const { differences } = await compareAll();
  await owner`update link_outcomes set valid = valid - 1 where campaign_id = ${campaign.id}`;
  const figures = { says: "17", expected: "16" };
  expect(differences).toContainEqual({
    place: "link_outcomes",
    figure: "Game 01 by creator-1: valid",
    ...figures,
  });
  expect(differences).toContainEqual({ place: "totals of Game 01", figure: "valid", ...figures });
});

it("finds every kind of counter that is off by one", async () => {
  const corrupt = async (more: 1 | -1) => {
    await owner`update click_quarters set paid_micros = paid_micros + ${more}`;
    await owner`update click_days set held = held + ${more} where dimension = 'reason'`;
    await owner`update settlements set clicks = clicks + ${more}`;
    await owner`update conversion_counts set value_micros = value_micros + ${more}`;
    await owner`update conversion_quarters set conversions = conversions + ${more}`;
    await owner`update impression_totals set impressions = impressions + ${more}`;
  };
  await corrupt(1);
  const places = await placesThatDiffer();
  await corrupt(-1);
  expect(places).toEqual(
    expect.arrayContaining([
      "click_quarters",
      "click_days",
      "settlements",
      "conversion_counts",
      "conversion_quarters",
      "impression_totals",
    ]),
  );
});

it("finds responses and files that are off by one while the stored data is right", async () => {
  corrupt = (text) =>
    text.replaceAll(
      /("(?:valid|totalClicks|conversions)":|,completed,)(\d+)/g,
      (_, name: string, count: string) => `${name}${Number(count) + 1}`,
    );
  const places = await placesThatDiffer();
  corrupt = (text) => text;
  expect(places).toEqual(
    expect.arrayContaining([
      "totals of Game 01",
      "clicks of Game 01 among one's own",
      "conversions of Game 01",
      "links of Game 01",
      "statistics of Game 01, by the day",
      "statistics of Game 01 of creator-1, by the hour, by referrer",
      "Game 01 of creator-1 among those joined",
      "earnings of creator-1 by day",
      "dashboard of creator-1",
      "transactions.csv of creator-1",
    ]),
  );
});

it("finds money that was paid without a click", async () => {
  await withTx(db, (tx) =>
    postTransaction(tx, {
      kind: "click_payout",
      idempotencyKey: "for nothing",
      reference: `campaign:${campaign.id}`,
      entries: [
        { account: { kind: "escrow", ownerId: campaign.id }, micros: -1n },
        { account: { kind: "earnings", ownerId: creator.id }, micros: 1n },
      ],
    }),
  );
  expect(await placesThatDiffer()).toEqual([
    "ledger of Game 01",
    "ledger, earned",
    "earnings of creator-1",
    "totals of Game 01",
    "Game 01 among one's own",
    "Game 01 as everybody sees it",
    "dashboard of creator-1",
    "wallet of creator-1",
  ]);
});
