import { join } from "node:path";
import { JOINED } from "@fairclick/core/conversions/report";
import { asId, type CampaignId, type UserId } from "@fairclick/core/ids";
import { sumEvents } from "@fairclick/core/notices/webhooks";
import { countWaitingConversions, insertConversions } from "@fairclick/sql/conversions/conversions";
import { createTestDatabase } from "@fairclick/sql/testing/test-database";
import { beforeEach, expect, it } from "vitest";
import type { Ctx } from "../context";
import { addCountedClicks } from "../testing/counted-clicks";
import { addCampaign, addUser } from "../testing/marketplace";
import { readUntil } from "../testing/read-until";
import { systemCtx } from "../testing/system-ctx";
import { createWebhook, MAX_SUBJECTS, removeWebhook, reportSums } from "./webhooks";

const { db, owner, url: databaseUrl } = await createTestDatabase();
let clock = new Date();
const ctx = systemCtx(db, () => clock);
const as = (userId: string): Ctx => ({ ...ctx, actor: { kind: "user", userId: userId as UserId } });
const wait = (seconds: number) => {
  clock = new Date(clock.getTime() + seconds * 1_000);
};
/** New campaigns are older than new webhooks: the database has its own clock. */
beforeEach(() => wait(600));
const allEvents = sumEvents.map(({ kind }) => kind);

const addWebhook = (userId: string, events: string[] = [...allEvents]) =>
  createWebhook(as(userId), { url: "https://game.example/hook", events, allowLocal: false });

type Link = { campaignId: string; creatorId: string };

async function joinCampaign({ campaignId, creatorId }: Link) {
  const hourAgo = new Date(clock.getTime() - 3_600_000);
  await owner`
    insert into links (campaign_id, creator_id, code, joined_at)
    values (${campaignId}, ${creatorId}, ${crypto.randomUUID().slice(0, 8)}, ${hourAgo})`;
}

/** Counts judged clicks as settlement does. Returns their ids. */
function count(link: Link, { valid = 0, held = 0 }: { valid?: number; held?: number }) {
  const click = { ...link, at: clock };
  return addCountedClicks(db, [
    { ...click, times: valid },
    { ...click, verdict: "held", times: held },
  ]);
}

async function report(afterSeconds = 60) {
  wait(afterSeconds);
  await reportSums(ctx);
}

/** Returns the events of a webhook, oldest first. */
async function received(endpointId: string) {
  const rows = await owner<{ body: string }[]>`
    select body from webhook_deliveries where endpoint_id = ${endpointId} order by event_id`;
  return rows.map(({ body }) => JSON.parse(body));
}

async function campaignWithLink(feeBasisPoints = 0) {
  const { id: campaignId, developerId } = await addCampaign(db, { feeBasisPoints });
  const creatorId = await addUser(db);
  await joinCampaign({ campaignId, creatorId });
  return { campaignId, developerId, creatorId };
}

it("sends a developer the clicks and their cost, and a creator the earnings", async () => {
  const { developerId, ...link } = await campaignWithLink(200);
  const other = { ...link, creatorId: await addUser(db) };
  await joinCampaign(other);
  await count(link, { valid: 100 });
  wait(60);
  const [developers, creators] = [await addWebhook(developerId), await addWebhook(link.creatorId)];
  await report();
  expect(await received(developers.id)).toEqual([]);
  const since = clock.toISOString();
  await count(link, { valid: 2, held: 1 });
  await count(other, { valid: 3 });
  await report();
  const none = { invalid: 0, unpaid: 0 };
  expect(await received(developers.id)).toEqual([
    {
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      type: "campaign.clicks_counted",
      createdAt: clock.toISOString(),
      data: {
        ...{ campaignId: link.campaignId, campaign: "Obby", since, until: clock.toISOString() },
        changes: { ...none, valid: 5, held: 1, costMicros: `${5 * 1_530}` },
        totals: { ...none, valid: 105, held: 1, costMicros: `${105 * 1_530}` },
      },
    },
  ]);
  expect(await received(creators.id)).toMatchObject([
    {
      type: "link.clicks_counted",
      data: { changes: { valid: 2, held: 1, earnedMicros: "3000" }, totals: { valid: 102 } },
    },
  ]);
});

it("sends at most one sum per minute, and none if nothing happened", async () => {
  const { developerId, ...link } = await campaignWithLink();
  const { id } = await addWebhook(developerId);
  await report();
  await count(link, { valid: 1 });
  await report(30);
  expect(await received(id)).toEqual([]);
  await count(link, { valid: 1 });
  await report(30);
  await report();
  await report();
  expect(await received(id)).toMatchObject([{ data: { changes: { valid: 2 } } }]);
});

it("sends conversions by event, and states of campaigns and links", async () => {
  const { developerId, ...link } = await campaignWithLink();
  const clickedAt = clock;
  const clicks = await count(link, { valid: 7 });
  wait(60);
  const [developers, creators] = [await addWebhook(developerId), await addWebhook(link.creatorId)];
  await report();
  const ids = {
    campaignId: asId<CampaignId>(link.campaignId),
    creatorId: asId<UserId>(link.creatorId),
  };
  await insertConversions(
    db.sql,
    clicks.map((clickId) => ({
      ...{ ...ids, clickId, event: JOINED, clickedAt, at: clock, valueMicros: null },
    })),
  );
  await countWaitingConversions(db.sql, null);
  await owner`update campaigns set paused_at = ${clock} where id = ${link.campaignId}`;
  await report();
  const states = [{ data: { from: "ACTIVE", to: "PAUSED" } }];
  const conversions = { changes: { joined: 7 }, totals: { joined: 7 } };
  expect(await received(developers.id)).toMatchObject([
    { ...states[0], type: "campaign.state_changed" },
    { type: "campaign.conversions_counted", data: conversions },
  ]);
  expect(await received(creators.id)).toMatchObject([
    { ...states[0], type: "link.state_changed" },
    { type: "link.conversions_counted", data: conversions },
  ]);
  await owner`
    update links set disabled_at = ${clock}, disabled_by = 'developer'
    where campaign_id = ${link.campaignId}`;
  await report();
  expect((await received(developers.id)).length).toBe(2);
  expect((await received(creators.id)).at(-1)).toMatchObject({
    data: { from: "PAUSED", to: "DISABLED" },
  });
});

it("sends a webhook only what it wants, with one id at all webhooks of a user", async () => {
  const { developerId, ...link } = await campaignWithLink();
  const clicksOnly = await addWebhook(developerId, ["campaign.clicks_counted"]);
  const all = await addWebhook(developerId);
  const without = await addWebhook(developerId, ["deposit.arrived"]);
  await report();
  await count(link, { valid: 1 });
  await owner`update campaigns set paused_at = ${clock} where id = ${link.campaignId}`;
  await report();
  const [first, second] = [await received(clicksOnly.id), await received(all.id)];
  expect(first.map(({ type }) => type)).toEqual(["campaign.clicks_counted"]);
  expect(second.map(({ type }) => type).sort()).toEqual([
    "campaign.clicks_counted",
    "campaign.state_changed",
  ]);
  expect(second.map(({ id }) => id)).toContain(first[0].id);
  expect(await received(without.id)).toEqual([]);
});

it("reports a campaign that is newer than the webhook from its beginning", async () => {
  const { developerId } = await campaignWithLink();
  const { id } = await addWebhook(developerId);
  const later = await addCampaign(db);
  await owner`
    update campaigns set developer_id = ${developerId}, created_at = ${new Date(clock.getTime() + 1_000)}
    where id = ${later.id}`;
  await report();
  expect(await received(id)).toMatchObject([
    { type: "campaign.state_changed", data: { campaignId: later.id, from: null, to: "ACTIVE" } },
  ]);
});

it("reports once an hour while a webhook fails, and forgets with the last webhook", async () => {
  const { developerId, ...link } = await campaignWithLink();
  const { id } = await addWebhook(developerId);
  await report();
  await owner`update webhook_endpoints set failures = 1 where id = ${id}`;
  await count(link, { valid: 1 });
  await report(3_599);
  expect(await received(id)).toEqual([]);
  await report(1);
  expect(await received(id)).toHaveLength(1);
  await removeWebhook(as(developerId), id);
  expect(await owner`select from webhook_marks where user_id = ${developerId}`).toEqual([]);
  await count(link, { valid: 50 });
  const again = await addWebhook(developerId);
  await report();
  expect(await received(again.id)).toEqual([]);
});

it("compares at most a hundred campaigns per user at once, all of them in turn", async () => {
  const { developerId } = await campaignWithLink();
  const others = await Promise.all(
    Array.from({ length: MAX_SUBJECTS + 20 }, () => addCampaign(db, { funded: false })),
  );
  const ids = others.map(({ id }) => id);
  await owner`update campaigns set developer_id = ${developerId} where id = any (${ids})`;
  await addWebhook(developerId);
  const marks = async () =>
    (await owner`select from webhook_marks where user_id = ${developerId}`).length;
  await report();
  expect(await marks()).toBe(MAX_SUBJECTS);
  await report();
  expect(await marks()).toBe(MAX_SUBJECTS + 21);
});

it("writes events and what they said together, or neither", async () => {
  await owner`delete from webhook_endpoints`;
  const { developerId, ...link } = await campaignWithLink();
  const { id } = await addWebhook(developerId);
  await report();
  await count(link, { valid: 1 });
  await owner`
    create function fail_as_killed() returns trigger language plpgsql
    as 'begin raise exception ''killed''; end'`;
  for (const table of ["webhook_marks", "webhook_deliveries"]) {
    await owner`
      create trigger killed before insert or update on ${owner(table)}
      for each row execute function fail_as_killed()`;
    await expect(report()).rejects.toThrow("killed");
    await owner`drop trigger killed on ${owner(table)}`;
    expect(await received(id)).toEqual([]);
  }
  await report();
  expect(await received(id)).toMatchObject([{ data: { changes: { valid: 1 } } }]);
});

it("reports every click once under kills and concurrent workers", async () => {
  const { developerId, ...link } = await campaignWithLink();
  const { id } = await addWebhook(developerId);
  await report();
  const script = join(import.meta.dirname, "testing", "sums-process.ts");
  let counted = 0;
  for (let kill = 0; kill < 6; kill += 1) {
    wait(10 * 24 * 3_600);
    const workers = [0, 1].map(() =>
      Bun.spawn([process.execPath, script, databaseUrl, `${clock.getTime()}`], { stdout: "pipe" }),
    );
    await Promise.all(workers.map(({ stdout }) => readUntil(stdout, "reporting")));
    const before = (await received(id)).length;
    const isReported = async () => (await received(id)).length > before;
    do {
      await count(link, { valid: 1 });
      counted += 1;
    } while (!(await isReported()));
    for (const worker of workers) worker.kill("SIGKILL");
    await Promise.all(workers.map(({ exited }) => exited));
  }
  wait(100 * 24 * 3_600);
  await owner`update webhook_endpoints set summed_at = null where id = ${id}`;
  await reportSums(ctx);
  const events = await received(id);
  const clicks = events.filter(({ type }) => type === "campaign.clicks_counted");
  const sum = clicks.reduce((total, { data }) => total + data.changes.valid, 0);
  expect(sum).toBe(counted);
  expect(Math.max(...clicks.map(({ data }) => data.totals.valid))).toBe(counted);
  expect(new Set(events.map((event) => event.id)).size).toBe(events.length);
  expect(clicks.length).toBeGreaterThan(5);
});
