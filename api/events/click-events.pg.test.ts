import type { LiveClick } from "@fairclick/core/clicks/campaign-clicks";
import { decideClicks } from "@fairclick/services/clicks/decide-clicks";
import { settleClicks } from "@fairclick/services/clicks/settle-clicks";
import { addPendingClicks } from "@fairclick/services/testing/marketplace";
import { operatorCtx } from "@fairclick/services/testing/operator-ctx";
import { systemCtx } from "@fairclick/services/testing/system-ctx";
import { expect, it } from "vitest";
import { openStream } from "../testing/open-stream";
import { launch, type Person, register } from "../testing/people";
import { createTestApp } from "../testing/test-app";

const app = await createTestApp();
const { call, db, deps, clock, owner } = app;
const operator = await operatorCtx(db, owner, () => clock.at);
const looked = { reason: "looked at it", dryRun: false };

async function join() {
  const { id: campaignId } = await launch(app);
  const creator = await register(app, "creator");
  await call("POST", `/api/campaigns/join/${campaignId}`, { token: creator.token });
  return { campaignId, creator };
}

type Joined = Awaited<ReturnType<typeof join>>;

function click({ campaignId, creator }: Joined, secondsAgo: number, signal?: "known_bot" | "vpn") {
  const at = new Date(clock.at.getTime() - secondsAgo * 1_000);
  const signals = signal ? [{ signal, evidence: {} }] : [];
  return { at, campaignId, creatorId: creator.id, signals };
}

const settle = () =>
  settleClicks(systemCtx(db), {
    watermark: new Date(Date.now() - 65_000),
    windowSeconds: 60,
    shard: 0,
    shards: 1,
    batchSize: 100,
  });

type Event = { id: string; clicks: LiveClick[] };

type Wanted = { lastId?: string; language?: string };

async function connect(campaignId: string, { token }: Person, wanted: Wanted = {}) {
  const path = `/api/events?link=${campaignId}`;
  const stream = await openStream(app, { path, token, event: "clicks", ...wanted });
  const next = async (): Promise<Event | null> => {
    const event = await stream.next();
    return event && { id: event.id, clicks: JSON.parse(event.data) };
  };
  return { ...stream, next };
}

it("streams a click when it arrives, and again with its verdict and rule", async () => {
  const joined = await join();
  const stream = await connect(joined.campaignId, joined.creator);
  expect(stream.answer.headers.get("content-type")).toBe("text/event-stream");
  clock.at = new Date();
  const [good = "", bot = "", fresh = ""] = await addPendingClicks(db, [
    click(joined, 80),
    click(joined, 70, "known_bot"),
    click(joined, 5),
  ]);
  const arrived = (await stream.next())?.clicks ?? [];
  expect(
    arrived.map(({ id, verdict, judgedInSeconds }) => [id, verdict, judgedInSeconds === 0]),
  ).toEqual([
    [good, "pending", true],
    [bot, "pending", true],
    [fresh, "pending", false],
  ]);
  expect(arrived[2]?.judgedInSeconds).toBeGreaterThan(50);
  expect(arrived[2]?.judgedInSeconds).toBeLessThanOrEqual(60);
  await settle();
  const judged = await stream.next();
  expect(judged?.clicks).toEqual([
    {
      id: good,
      clickedAt: expect.any(String),
      verdict: "valid",
      judgedInSeconds: null,
      category: null,
      rule: null,
      paid: 0.0015,
    },
    {
      id: bot,
      clickedAt: expect.any(String),
      verdict: "invalid",
      judgedInSeconds: null,
      category: "Bot traffic",
      rule: "Clicks from known bots and other programs that are not browsers are invalid.",
      paid: 0,
    },
  ]);
  await stream.leave();
});

it("names the rule in the language of each page that follows the link", async () => {
  const joined = await join();
  const spanish = await connect(joined.campaignId, joined.creator, { language: "es-MX" });
  const english = await connect(joined.campaignId, joined.creator);
  clock.at = new Date();
  await addPendingClicks(db, [click(joined, 70, "vpn")]);
  await Promise.all([spanish.next(), english.next()]);
  await settle();
  const judged = await Promise.all([spanish.next(), english.next()]);
  expect(judged.map((event) => event?.clicks[0])).toMatchObject([
    {
      category: "VPN traffic",
      rule: "Los clics a través de una VPN quedan retenidos para revisión.",
    },
    { category: "VPN traffic", rule: "Clicks through a VPN are held for review." },
  ]);
  await Promise.all([spanish.leave(), english.leave()]);
});

it("streams an operator's decisions like the list, also about clicks of another day", async () => {
  const joined = await join();
  clock.at = new Date();
  const days = 3 * 86_400;
  await owner`update campaigns set starts_at = now() - interval '9 days' where id = ${joined.campaignId}`;
  const [held = "", paid = "", refused = ""] = await addPendingClicks(db, [
    click(joined, days, "vpn"),
    click(joined, 200),
    click(joined, 100, "vpn"),
  ]);
  await settle();
  const stream = await connect(joined.campaignId, joined.creator);
  const before = (await stream.next())?.clicks ?? [];
  expect(before.map(({ id, verdict }) => [id, verdict])).toEqual([
    [paid, "valid"],
    [refused, "held"],
  ]);
  await decideClicks(operator, { action: "approve", clicks: { ids: [held] }, ...looked });
  expect((await stream.next())?.clicks).toMatchObject([
    { id: held, verdict: "valid", paid: 0.0015 },
  ]);
  await decideClicks(operator, { action: "reject", clicks: { ids: [refused] }, ...looked });
  expect((await stream.next())?.clicks).toMatchObject([
    {
      id: refused,
      verdict: "invalid",
      rule: "An operator rejected this click.",
    },
  ]);
  const reversal = { action: "reverse", category: "bought_clicks", ...looked } as const;
  await decideClicks(operator, { ...reversal, clicks: { ids: [held, paid] } });
  const reversed = { verdict: "invalid", category: "Reversed: bought clicks", paid: 0 };
  expect((await stream.next())?.clicks).toMatchObject([
    { id: held, ...reversed },
    { id: paid, ...reversed },
  ]);
  await stream.leave();
});

it("resumes from the last event after a lost connection", async () => {
  const joined = await join();
  await addPendingClicks(db, [click(joined, 100)]);
  await settle();
  await app.owner`update settlements set settled_at = now() - interval '20 seconds'`;
  const before = await connect(joined.campaignId, joined.creator);
  expect((await before.next())?.clicks).toHaveLength(1);
  await before.leave();
  const [missed = ""] = await addPendingClicks(db, [click(joined, 1)]);
  const lastId = new Date().toISOString();
  const again = await connect(joined.campaignId, joined.creator, { lastId });
  expect((await again.next())?.clicks.map(({ id }) => id)).toEqual([missed]);
  await again.leave();
  const odd = await connect(joined.campaignId, joined.creator, { lastId: "yesterday" });
  expect((await odd.next())?.clicks).toHaveLength(2);
  await odd.leave();
});

it("sends changes to every open page of the link", async () => {
  const joined = await join();
  const streams = await Promise.all([
    connect(joined.campaignId, joined.creator),
    connect(joined.campaignId, joined.creator),
  ]);
  const [id = ""] = await addPendingClicks(db, [click(joined, 1)]);
  const heard = await Promise.all(streams.map((stream) => stream.next()));
  expect(heard.map((event) => event?.clicks.map((each) => each.id))).toEqual([[id], [id]]);
  await Promise.all(streams.map((stream) => stream.leave()));
});

it("does not show the clicks of another link, and ignores a token in the URL", async () => {
  const joined = await join();
  const path = `/api/events?link=${joined.campaignId}`;
  expect((await call("GET", path)).status).toBe(401);
  expect((await call("GET", `${path}&token=${joined.creator.token}`)).status).toBe(401);
  const other = await register(app);
  const refused = await call("GET", path, { token: other.token });
  expect([refused.status, refused.json.message]).toEqual([404, "Link not found"]);
  expect((await call("GET", "/api/events?link=nonsense", { token: other.token })).status).toBe(404);
});

it("limits a user to four open streams, not counting closed ones", async () => {
  const joined = await join();
  const open = () => connect(joined.campaignId, joined.creator);
  const streams = await Promise.all(Array.from({ length: 4 }, open));
  const fifth = await open();
  expect(fifth.answer.status).toBe(429);
  expect(fifth.answer.headers.get("retry-after")).toBe("10");
  await streams[0]?.leave();
  await expect.poll(async () => (await open()).answer.status).toBe(200);
});

it("ends every stream when the process stops, and opens no new one", async () => {
  const joined = await join();
  const stream = await connect(joined.campaignId, joined.creator);
  deps.liveClicks.close();
  expect(await stream.next()).toBeNull();
  expect((await connect(joined.campaignId, joined.creator)).answer.status).toBe(503);
});
