import { createTestDatabase } from "@fairclick/sql/testing/test-database";
import { afterAll, beforeEach, expect, it, onTestFinished } from "vitest";
import { addCampaign, addUser } from "../testing/marketplace";
import { systemCtx } from "../testing/system-ctx";
import { type AlertCtx, sendAlerts } from "./alerts";

const { db, owner } = await createTestDatabase();
const HOUR_MS = 3_600_000;

let received: { path: string; type: string | null; body: string }[] = [];
let answer: () => Response | Promise<Response> = () => new Response("ok");
const server = Bun.serve({
  ...{ hostname: "127.0.0.1", port: 0 },
  fetch: async (request) => {
    const type = request.headers.get("content-type");
    received.push({ path: new URL(request.url).pathname, type, body: await request.text() });
    return answer();
  },
});
afterAll(() => server.stop(true));

/** No problem is known. */
const silent = {
  database: null,
  clock: null,
  queues: null,
  oldestUnrecorded: null,
  store: null,
  ipLists: null,
  clickhouse: null,
};
let clock = new Date("2026-03-01T12:00:00Z");
const warnings: unknown[] = [];
const system = systemCtx(db, () => clock);
const log = { ...system.log, warn: (facts: unknown) => void warnings.push(facts) };
const ctx: AlertCtx = {
  ...{ db, now: () => clock, log: log as typeof system.log },
  ...{ webhookUrl: `${server.url.origin}/hooks/secret`, appUrl: "https://fairclick.example" },
  listQueues: async () => [],
  config: { clickWindowSeconds: 60, ipDataUrl: null },
  readVitals: async () => silent,
};
const later = (hours: number) => {
  clock = new Date(clock.getTime() + hours * HOUR_MS);
};
const texts = () => received.map(({ body }) => JSON.parse(body).text as string);

const { id: campaignId } = await addCampaign(db);
const creatorId = await addUser(db);
async function addAppeal(hoursAgo: number) {
  const id = crypto.randomUUID();
  const at = new Date(clock.getTime() - hoursAgo * HOUR_MS);
  await owner`
    insert into cases (id, kind, campaign_id, user_id, text, micros, opened_at)
    values (${id}, 'appeals', ${campaignId}, ${creatorId}, '<!channel> @everyone https://evil.example', 1500, ${at})`;
}
const addWithdrawal = (hoursAgo: number) => owner`
  insert into withdrawals (id, user_id, amount_micros, stripe_account_id, held_at, hold_reason)
  values (gen_random_uuid(), ${creatorId}, 10000, 'acct_1',
    ${new Date(clock.getTime() - hoursAgo * HOUR_MS)}, 'the first')`;

beforeEach(async () => {
  await owner`truncate operator_alerts, cases, case_clicks`;
  await owner`delete from withdrawals`;
  received = [];
  warnings.length = 0;
  answer = () => new Response("ok");
  later(100);
});

it("sends one message about everything that is late, in words of our own", async () => {
  await owner`update campaigns set name = '<!channel> @everyone' where id = ${campaignId}`;
  await addAppeal(50);
  await addAppeal(61.5);
  await addAppeal(47);
  await addWithdrawal(25);
  await sendAlerts(ctx);
  const [first] = received;
  expect([received.length, first?.path, first?.type]).toEqual([
    ...[1, "/hooks/secret", "application/json"],
  ]);
  const text = [
    "3 items wait for operators for too long at https://fairclick.example",
    "- Appeals: 2, the oldest waits for 61 hours, late after 48",
    "- Held withdrawals: 1, the oldest waits for 25 hours, late after 24",
    "`fairclick todo` lists them.",
  ].join("\n");
  expect(JSON.parse(first?.body ?? "")).toEqual({
    ...{ text, content: text },
    allowed_mentions: { parse: [] },
  });
});

it("reports an item once a day, also if workers run at the same time", async () => {
  await addAppeal(50);
  await Promise.all([sendAlerts(ctx), sendAlerts(ctx), sendAlerts(ctx)]);
  later(1);
  await sendAlerts(ctx);
  expect(received).toHaveLength(1);
  await addAppeal(72);
  await sendAlerts(ctx);
  expect(texts()[1]).toContain("1 item waits");
  later(23);
  await sendAlerts(ctx);
  expect(texts()[2]).toContain("- Appeals: 1, the oldest waits for 74 hours");
  later(200);
  await owner`truncate cases, case_clicks`;
  await sendAlerts(ctx);
  expect(received).toHaveLength(3);
  expect([...(await owner`select from operator_alerts`)]).toEqual([]);
});

it.each([500, 404, 302])("sends it again after status %i, and logs no address", async (status) => {
  await addAppeal(50);
  answer = () => new Response("no", { status, headers: { location: "/elsewhere" } });
  await sendAlerts(ctx);
  expect(warnings).toEqual([{ problem: `The server answered ${status}`, items: 1 }]);
  answer = () => new Response(null, { status: 204 });
  await sendAlerts(ctx);
  await sendAlerts(ctx);
  expect(received.map(({ path }) => path)).toEqual(["/hooks/secret", "/hooks/secret"]);
});

it("gives up a server that hangs, and does not wait for its body", async () => {
  await addAppeal(50);
  const hanging = Promise.withResolvers<Response>();
  onTestFinished(() => hanging.resolve(new Response()));
  answer = () => hanging.promise;
  const started = performance.now();
  await sendAlerts({ ...ctx, timeoutMs: 200 });
  expect(performance.now() - started).toBeLessThan(5_000);
  expect(warnings).toHaveLength(1);
  answer = () => new Response(new ReadableStream({ start: (body) => body.enqueue("never ends") }));
  await sendAlerts(ctx);
  expect(warnings).toHaveLength(1);
  await sendAlerts(ctx);
  expect(received).toHaveLength(2);
});

it("keeps items for the next run if nothing listens or the worker dies", async () => {
  await addAppeal(50);
  await sendAlerts({ ...ctx, webhookUrl: "http://127.0.0.1:1/hooks/secret" });
  expect(JSON.stringify(warnings)).not.toContain("secret");
  expect(warnings).toHaveLength(1);
  await owner`update operator_alerts set claimed_at = ${clock}`;
  later(0.1);
  await sendAlerts(ctx);
  expect(received).toHaveLength(0);
  later(0.1);
  await sendAlerts(ctx);
  expect(received).toHaveLength(1);
});

it("sends nothing without a webhook, or if nothing is late", async () => {
  await addAppeal(47);
  await sendAlerts(ctx);
  await addAppeal(50);
  await sendAlerts({ ...ctx, webhookUrl: null });
  expect(received).toEqual([]);
});
