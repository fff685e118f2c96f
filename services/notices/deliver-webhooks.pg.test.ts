import type { UserId } from "@fairclick/core/ids";
import { resetPassword } from "@fairclick/core/notices/account-notices";
import { depositArrived, withdrawalFailed } from "@fairclick/core/notices/money-notices";
import { withTx } from "@fairclick/sql/db/tx";
import { listNotices } from "@fairclick/sql/notices/notices";
import { listJobsWithWork } from "@fairclick/sql/operations/status";
import { createTestDatabase } from "@fairclick/sql/testing/test-database";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Ctx } from "../context";
import { notify } from "../notify";
import { addUser } from "../testing/marketplace";
import { systemCtx } from "../testing/system-ctx";
import { deliverMail } from "./deliver-mail";
import { deliverWebhooks, MAX_FAILURES, type WebhookCtx } from "./deliver-webhooks";
import { forgetNotices } from "./notices";
import {
  changeWebhook,
  createWebhook,
  listOwnDeliveries,
  listOwnWebhooks,
  reportSums,
  resendDelivery,
  rotateWebhook,
} from "./webhooks";

const { db } = await createTestDatabase();
type Received = { path: string; body: string; headers: Record<string, string> };
let received: Received[] = [];
let status = 200;
/** How long `/slow` takes to answer. */
const SLOW_MS = 2_500;
let atOnce = 0;
let mostAtOnce = 0;
const server = Bun.serve({
  ...{ hostname: "127.0.0.1", port: 0 },
  fetch: async (request) => {
    const headers = Object.fromEntries(request.headers);
    const path = new URL(request.url).pathname;
    received.push({ path, body: await request.text(), headers });
    if (path.startsWith("/hook/slow")) {
      atOnce += 1;
      mostAtOnce = Math.max(mostAtOnce, atOnce);
      await Bun.sleep(SLOW_MS);
      atOnce -= 1;
    }
    return new Response(null, { status, headers: { location: "/elsewhere" } });
  },
});
afterAll(() => server.stop(true));

let clock = new Date("2026-03-01T12:00:00Z");
const ctx: WebhookCtx = { ...systemCtx(db, () => clock), sendOptions: { allowLocal: true } };
const as = (userId: UserId): Ctx => ({ ...ctx, actor: { kind: "user", userId } });
const wait = (minutes: number) => {
  clock = new Date(clock.getTime() + minutes * 60_000);
};
beforeEach(async () => {
  await db.sql`delete from webhook_endpoints`;
  received = [];
  status = 200;
  wait(1);
});

const url = `http://127.0.0.1:${server.port}/hook`;
const money = [depositArrived.kind, withdrawalFailed.kind];

async function newWebhook({ events = money, path = "" } = {}) {
  const user = (await addUser(db)) as UserId;
  const webhook = await createWebhook(as(user), { url: url + path, events, allowLocal: true });
  return { user, ...webhook };
}

const report = (user: UserId, key?: string) =>
  withTx(db, (tx) =>
    notify(tx, ctx, depositArrived, {
      to: [user],
      data: { amountMicros: 5_000_000n },
      ...(key !== undefined && { key }),
    }),
  );

const deliveries = async (user: UserId, id: string) =>
  (await listOwnDeliveries(as(user), id, {})).items;
const readState = async (user: UserId) => (await listOwnWebhooks(as(user)))[0];

/** Checks a request as a user's server does, on that server's clock. */
function verify({ body, headers }: Received, secret: string, receivedAt = clock.getTime()) {
  const receiverClock = vi.spyOn(Date, "now").mockReturnValue(receivedAt);
  try {
    return new Webhook(secret).verify(body, headers);
  } finally {
    receiverClock.mockRestore();
  }
}

const findWork = (events: string[] = []) => listJobsWithWork(db.sql, { windowSeconds: 60, events });

describe("an event", () => {
  it("is work for a job until it is delivered, and its mail until it is sent", async () => {
    const { user } = await newWebhook();
    expect(await findWork()).not.toContain("deliver-webhooks");
    await report(user);
    expect(await findWork()).toEqual(expect.arrayContaining(["deliver-mail", "deliver-webhooks"]));
    await deliverWebhooks(ctx);
    expect(await findWork()).not.toContain("deliver-webhooks");
    const mail = { mailer: null, appUrl: "https://app.test", operatorAddresses: [] };
    await deliverMail({ ...ctx, ...mail });
    expect(await findWork()).toEqual([]);
  });

  it("is work while the sums of its user are older than a minute", async () => {
    const kinds = ["link.clicks_counted"];
    await newWebhook({ events: kinds });
    expect(await findWork()).not.toContain("deliver-webhooks");
    expect(await findWork(kinds)).toContain("deliver-webhooks");
    await reportSums({ ...ctx, now: () => new Date() });
    expect(await findWork(kinds)).not.toContain("deliver-webhooks");
  });

  it("arrives once, and the library of Standard Webhooks verifies it", async () => {
    const { user, secret, id } = await newWebhook();
    await report(user);
    await Promise.all([deliverWebhooks(ctx), deliverWebhooks(ctx)]);
    await deliverWebhooks(ctx);
    expect(received).toHaveLength(1);
    const [first] = received as [Received];
    expect(first.headers["webhook-id"]).toMatch(/^[0-9a-f-]{36}$/);
    expect(verify(first, secret)).toEqual({
      id: first.headers["webhook-id"],
      type: "deposit.arrived",
      createdAt: clock.toISOString(),
      data: { amountMicros: "5000000" },
    });
    expect(await deliveries(user, id)).toMatchObject([
      { status: "delivered", attempts: 1, responseStatus: 200, problem: null, body: first.body },
    ]);
  });

  it("is not verified with another secret, body or time", async () => {
    const { user, secret } = await newWebhook();
    const other = await newWebhook({ path: "/other" });
    await report(user);
    await deliverWebhooks(ctx);
    const [first] = received as [Received];
    const changed = { ...first, body: first.body.replace("5000000", "9000000") };
    const renamed = { ...first, headers: { ...first.headers, "webhook-id": "another" } };
    expect(() => verify(first, other.secret)).toThrow("No matching signature");
    expect(() => verify(changed, secret)).toThrow("No matching signature");
    expect(() => verify(renamed, secret)).toThrow("No matching signature");
    expect(() => verify(first, secret, clock.getTime() + 301_000)).toThrow("timestamp too old");
    expect(verify(first, secret, clock.getTime() + 299_000)).toBeDefined();
  });

  it("is written only if its notice is, and only for webhooks that want it", async () => {
    const { user, id } = await newWebhook();
    const picky = await newWebhook({ events: [withdrawalFailed.kind] });
    await report(user, "payment:1");
    await report(user, "payment:1");
    await report(picky.user);
    await withTx(db, (tx) => notify(tx, ctx, resetPassword, { to: [user], data: {} }));
    const failing = withTx(db, async (tx) => {
      await notify(tx, ctx, depositArrived, { to: [user], data: { amountMicros: 1n } });
      throw new Error("the change failed");
    });
    await expect(failing).rejects.toThrow("the change failed");
    expect(await deliveries(user, id)).toHaveLength(1);
    expect(await deliveries(picky.user, picky.id)).toEqual([]);
  });

  it("has the same id at all webhooks of a user, and none at those of others", async () => {
    const { user } = await newWebhook({ path: "/a" });
    await createWebhook(as(user), { url: `${url}/b`, events: money, allowLocal: true });
    await newWebhook({ path: "/c" });
    await report(user);
    await deliverWebhooks(ctx);
    expect(received.map(({ path }) => path).sort()).toEqual(["/hook/a", "/hook/b"]);
    expect(new Set(received.map(({ body }) => JSON.parse(body).id)).size).toBe(1);
  });
});

describe("a slow receiver", () => {
  /** Users with five webhooks each that answer slowly, and twenty events for each. */
  async function addSlowUsers(count: number) {
    mostAtOnce = 0;
    for (let number = 0; number < count; number += 1) {
      const user = (await addUser(db)) as UserId;
      for (const path of ["a", "b", "c", "d", "e"]) {
        const slow = `http://localhost:${server.port}/hook/slow/${path}`;
        const given = { url: slow, events: money, allowLocal: true };
        await createWebhook(as(user), given);
      }
      for (let event = 0; event < 20; event += 1) await report(user);
    }
  }

  it("delays nobody else's events", async () => {
    await addSlowUsers(2);
    const other = await newWebhook({ path: "/other" });
    const run = deliverWebhooks(ctx);
    await Bun.sleep(300);
    const slow = () => received.filter(({ path }) => path.startsWith("/hook/slow")).length;
    await report(other.user);
    const before = slow();
    await expect.poll(() => received.map(({ path }) => path)).toContain("/hook/other");
    // Of 200: those under way, and some more until this test looks again.
    expect(slow() - before).toBeLessThan(60);
    await run;
    expect(mostAtOnce).toBe(10);
  });

  it("has a share of what is sent, as a user and as a host, over all workers", async () => {
    await addSlowUsers(1);
    await Promise.all([deliverWebhooks(ctx), deliverWebhooks(ctx)]);
    expect(mostAtOnce).toBe(5);
    await db.sql`delete from webhook_endpoints`;
    await addSlowUsers(4);
    await Promise.all([deliverWebhooks(ctx), deliverWebhooks(ctx)]);
    expect(mostAtOnce).toBe(10);
  });
});

describe("a failure", () => {
  it.each([500, 404, 302])("of status %i is retried with the same body", async (failure) => {
    const { user, id } = await newWebhook();
    await report(user);
    status = failure;
    await deliverWebhooks(ctx);
    await deliverWebhooks(ctx);
    expect(received.map(({ path }) => path)).toEqual(["/hook"]);
    expect(await deliveries(user, id)).toMatchObject([
      { status: "pending", responseStatus: failure, problem: `The server answered ${failure}` },
    ]);
    status = 200;
    wait(1);
    await deliverWebhooks(ctx);
    expect(received).toHaveLength(2);
    expect(received[1]?.body).toBe(received[0]?.body);
    expect(await readState(user)).toMatchObject({ failures: 0 });
  });

  it("keeps other events waiting, and one webhook does not hold up another", async () => {
    const { user } = await newWebhook({ path: "/down" });
    const healthy = await newWebhook({ path: "/up" });
    status = 500;
    await report(user);
    await deliverWebhooks(ctx);
    status = 200;
    await report(user);
    await report(healthy.user);
    await deliverWebhooks(ctx);
    expect(received.map(({ path }) => path)).toEqual(["/hook/down", "/hook/up"]);
  });

  it("is given up after three days", async () => {
    const { user, id } = await newWebhook();
    await report(user);
    status = 500;
    await deliverWebhooks(ctx);
    wait(3 * 24 * 60);
    await deliverWebhooks(ctx);
    expect(await deliveries(user, id)).toMatchObject([{ status: "failed", attempts: 2 }]);
    expect(await readState(user)).toMatchObject({ disabled: null });
  });

  it("disables the webhook at the 20th in a row, with one notice", async () => {
    const { user, id } = await newWebhook();
    await report(user);
    await report(user);
    status = 500;
    for (let attempt = 0; attempt < 40; attempt += 1) {
      await deliverWebhooks(ctx);
      wait(4 * 60);
    }
    expect(received).toHaveLength(MAX_FAILURES);
    expect(await readState(user)).toMatchObject({ disabled: "failures", failures: MAX_FAILURES });
    expect((await deliveries(user, id)).map((each) => each.status)).toEqual(["failed", "failed"]);
    const notices = await listNotices(db.sql, { userId: user, before: null, limit: 20 });
    expect(notices.filter(({ kind }) => kind === "webhook.disabled")).toHaveLength(1);
    await report(user);
    expect(await deliveries(user, id)).toHaveLength(2);
  });
});

it("sends an event again, after the webhook was enabled again", async () => {
  const { user, id, events } = await newWebhook();
  await report(user);
  const change = (enabled: boolean) =>
    changeWebhook(as(user), id, { url, events, enabled, allowLocal: true });
  await change(false);
  await deliverWebhooks(ctx);
  const [failed] = await deliveries(user, id);
  expect([failed?.status, received]).toEqual(["failed", []]);
  const resend = () => resendDelivery(as(user), { id, eventId: failed?.eventId ?? "" });
  await expect(resend()).rejects.toThrow("Enable the webhook first");
  await change(true);
  await resend();
  await expect(resend()).rejects.toThrow("still waits");
  await deliverWebhooks(ctx);
  await resend();
  await deliverWebhooks(ctx);
  expect(received.map(({ body }) => body)).toEqual([failed?.body, failed?.body]);
});

it("signs with the old secret too for 24 hours after a rotation", async () => {
  const { user, id, secret } = await newWebhook();
  const rotated = await rotateWebhook(as(user), id);
  expect(rotated.secret).not.toBe(secret);
  await report(user);
  await deliverWebhooks(ctx);
  const [during] = received as [Received];
  expect(during.headers["webhook-signature"]?.split(" ")).toHaveLength(2);
  for (const each of [secret, rotated.secret]) expect(verify(during, each)).toBeDefined();
  wait(24 * 60);
  await report(user);
  await deliverWebhooks(ctx);
  const after = received[1] as Received;
  expect(verify(after, rotated.secret)).toBeDefined();
  expect(() => verify(after, secret)).toThrow("No matching signature");
});

it("forgets deliveries after 30 days", async () => {
  const { user, id } = await newWebhook();
  await report(user);
  await deliverWebhooks(ctx);
  wait(29 * 24 * 60);
  await forgetNotices(ctx);
  expect(await deliveries(user, id)).toHaveLength(1);
  wait(2 * 24 * 60);
  await forgetNotices(ctx);
  expect(await deliveries(user, id)).toEqual([]);
});
