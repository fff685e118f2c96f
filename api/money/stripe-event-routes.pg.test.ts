import { processStripeEvent as contract } from "@fairclick/core/jobs";
import { stripeEvents } from "@fairclick/core/money/operated";
import { listResponse, pickJson } from "@fairclick/core/schemas";
import { beforeEach, expect, it } from "vitest";
import { register } from "../testing/people";
import { createTestApp } from "../testing/test-app";

const sent: unknown[] = [];
let queueAway = false;
const app = await createTestApp();
app.deps.queue.send = async ({ name }, payload) => {
  if (queueAway) throw new Error("the queue is away");
  sent.push([name, payload]);
};
const { call, owner, addOperator } = app;
const scopes = ["stripe:read", "stripe:write"] as const;
const { token, operatorId } = await addOperator("Ann", [...scopes]);
const { token: reader } = await addOperator("Bob", ["stripe:read"]);
const { token: auditor } = await addOperator("Cid", ["ledger:read"]);
const { token: userToken } = await register(app);

const root = "/api/admin/stripe/events";
const json = { reason: "the bug is mended" };

beforeEach(async () => {
  sent.length = 0;
  queueAway = false;
  await owner`truncate stripe_events`;
  await owner`
    insert into stripe_events
      (id, type, created_at, payload, received_at, attempts, processed_at, parked_at, error)
    values
      ('evt_done', 'payout.paid', now(), '{}', '2026-01-01', 0, '2026-01-01', null, null),
      ('evt_open', 'payout.paid', now(), '{}', '2026-01-02', 2, null, null, 'away'),
      ('evt_old', 'payout.paid', now(), '{}', '2026-01-03', 8, null, '2026-01-04', 'it is broken'),
      ('evt_new', 'account.updated', now(), '{}', '2026-01-05', 8, null, '2026-01-06', 'no id')`;
});

async function list(query = "") {
  const answer = await call("GET", `${root}${query}`, { token: reader });
  return pickJson(listResponse(stripeEvents.list.row), answer.json);
}

it("lists unprocessed events, newest first, without their payloads", async () => {
  const { data } = await list();
  expect(data.map(({ id, state }) => `${id} ${state}`)).toEqual([
    "evt_new parked",
    "evt_old parked",
    "evt_open open",
  ]);
  expect(data[1]).toMatchObject({ attempts: 8, error: "it is broken", type: "payout.paid" });
  expect(data[1]).not.toHaveProperty("payload");
});

it("lists only parked events, by pages", async () => {
  const { data, nextCursor } = await list("?parked=true&limit=1");
  expect(data.map(({ id }) => id)).toEqual(["evt_new"]);
  const next = await list(`?parked=true&limit=1&cursor=${nextCursor}`);
  expect(next.data.map(({ id }) => id)).toEqual(["evt_old"]);
  expect(next.nextCursor).toBeNull();
});

it("retries a parked event once, and audits actor and reason", async () => {
  const answer = await call("POST", `${root}/evt_old/retry`, { token, json });
  expect(answer.status).toBe(200);
  expect(answer.json.data).toMatchObject({ applied: true, after: { state: "open", attempts: 0 } });
  expect(sent).toEqual([[contract.name, { eventId: "evt_old" }]]);
  expect((await call("POST", `${root}/evt_old/retry`, { token, json })).status).toBe(409);
  const rows = await owner`
    select actor_kind, actor_id, action, reason, before from audit_log
    where subject = 'stripe_event:evt_old'`;
  expect(rows).toEqual([
    {
      actorKind: "operator",
      actorId: operatorId,
      action: "stripe_event.retry",
      reason: "the bug is mended",
      before: { type: "payout.paid", state: "parked", attempts: 8, error: "it is broken" },
    },
  ]);
  expect(sent).toHaveLength(1);
});

it("changes nothing in a dry run", async () => {
  const dry = { ...json, dryRun: true };
  const answer = await call("POST", `${root}/evt_old/retry`, { token, json: dry });
  expect(answer.json.data).toMatchObject({ applied: false, before: { error: "it is broken" } });
  expect((await list("?parked=true")).data).toHaveLength(2);
  expect(sent).toEqual([]);
});

it("leaves the event to the sweep while the queue is down", async () => {
  queueAway = true;
  expect((await call("POST", `${root}/evt_new/retry`, { token, json })).status).toBe(200);
  const { data } = await list();
  expect(data.find(({ id }) => id === "evt_new")?.state).toBe("open");
});

it.each([
  ["evt_done", 409, "The event evt_done has had its effect."],
  ["evt_open", 409, "The event evt_open is still being tried."],
  ["evt_none", 404, "There is no event evt_none."],
])("does not try %s again", async (id, status, message) => {
  const answer = await call("POST", `${root}/${id}/retry`, { token, json });
  expect(answer.status).toBe(status);
  expect(answer.json.message).toBe(message);
  expect(sent).toEqual([]);
});

it.each([
  ["nobody", null, 401, 401],
  ["a user", userToken, 401, 401],
  ["an operator without the scopes", auditor, 403, 403],
  ["an operator who may read", reader, 200, 403],
])("answers %s as they may", async (_, given, listing, retrying) => {
  expect((await call("GET", root, { token: given })).status).toBe(listing);
  const retried = await call("POST", `${root}/evt_old/retry`, { token: given, json });
  expect(retried.status).toBe(retrying);
  expect(sent).toEqual([]);
});

it.each(["?limit=0", "?limit=x", "?parked=maybe"])("refuses %s", async (query) => {
  expect((await call("GET", `${root}${query}`, { token })).status).toBe(422);
});

it("requires a reason", async () => {
  const answer = await call("POST", `${root}/evt_old/retry`, { token, json: { reason: " " } });
  expect(answer.status).toBe(422);
  expect((await list("?parked=true")).data).toHaveLength(2);
});
