import { compact } from "@fairclick/core/compact";
import { processStripeEvent } from "@fairclick/core/jobs";
import { queuesResponseSchema, todoResponseSchema } from "@fairclick/core/operations/work";
import { pickJson } from "@fairclick/core/schemas";
import { expect, it } from "vitest";
import { createTestApp } from "../testing/test-app";

const app = await createTestApp();
const scopes = ["queues:read", "queues:write"];
const { token } = await app.addOperator("Ann", scopes);
const admin = (method: string, path: string, json?: unknown) =>
  app.call(method, `/api/admin${path}`, compact({ token, json }));

const queue = processStripeEvent.name;
const why = { reason: "they were made twice" };

async function figures() {
  const { data } = pickJson(queuesResponseSchema, (await admin("GET", "/queues")).json);
  return data.find(({ name }) => name === queue);
}

async function failOne() {
  const contract = { ...processStripeEvent, attempts: 1 };
  await app.deps.queue.send(contract, { eventId: "evt_broken" });
  const run = async () => {
    throw new Error("the bank is closed");
  };
  const worker = app.deps.queue.work({ contract, concurrency: 1, run });
  await expect.poll(figures).toMatchObject({ failed: 1 });
  await worker.stop(1_000);
}

it("shows failed jobs with their errors, and retries them", async () => {
  expect((await admin("POST", `/queues/${queue}/retry`, why)).status).toBe(409);
  await failOne();
  const { json } = await admin("GET", `/queues/${queue}/failed?limit=5`);
  expect(json.data).toEqual([
    expect.objectContaining({ reason: "the bank is closed", attempts: 1 }),
  ]);
  app.clock.at = new Date();
  expect((await admin("POST", `/queues/${queue}/retry`, why)).json.data).toMatchObject({
    before: { failed: 1 },
    after: { failed: 0 },
  });
  expect(await figures()).toMatchObject({ failed: 0, waiting: 1 });
});

it("parks a single job, shows its contents, and retries it", async () => {
  await app.deps.queues.drain(queue);
  await failOne();
  const [failed] = await app.deps.queues.listFailed(queue, 1);
  const chosen = { ...why, ids: [failed?.id] };
  const act = (verb: string, json: unknown = chosen) =>
    admin("POST", `/queues/${queue}/jobs/${verb}`, json);
  const parked = async () => (await admin("GET", "/queues/parked")).json.data;

  expect((await act("park", { ...chosen, dryRun: true })).json.data).toMatchObject({
    before: { jobs: failed?.id, state: "failed" },
    applied: false,
  });
  expect(await figures()).toMatchObject({ failed: 1 });
  expect((await act("park")).json.data).toMatchObject({ after: { state: "parked" } });
  expect(await figures()).toMatchObject({ failed: 0 });
  expect(await parked()).toEqual([
    expect.objectContaining({
      queue,
      id: failed?.id,
      state: "parked",
      problem: "the bank is closed",
      preview: '{"eventId":"evt_broken"}',
    }),
  ]);
  expect((await act("park")).status).toBe(409);

  expect((await act("discard")).json.data).toMatchObject({ before: { state: "parked" } });
  expect(await parked()).toMatchObject([{ state: "discarded" }]);
  expect((await act("retry")).json.data).toMatchObject({ before: { state: "discarded" } });
  expect(await parked()).toEqual([]);
  expect(await figures()).toMatchObject({ waiting: 1 });
  expect((await act("retry")).status).toBe(409);
});

it("rejects malformed job ids, and operators without the scope", async () => {
  const park = (json: unknown) => admin("POST", `/queues/${queue}/jobs/park`, json);
  expect((await park({ ...why, ids: [] })).status).toBe(422);
  expect((await park({ ...why, ids: ["x".repeat(301)] })).status).toBe(422);
  expect((await park({ ...why, ids: Array(51).fill("1") })).status).toBe(422);
  expect((await park({ ...why, ids: ["%_'\"\n"] })).status).toBe(409);
  const reader = await app.addOperator("Bob", ["queues:read"]);
  const answer = await app.call("POST", `/api/admin/queues/${queue}/jobs/discard`, {
    token: reader.token,
    json: { ...why, ids: ["1"] },
  });
  expect(answer.status).toBe(403);
});

it("answers 404 for unknown queues", async () => {
  expect((await admin("GET", "/queues/lost-and-found/failed")).status).toBe(422);
  expect((await admin("GET", `/queues/${queue}/failed?limit=0`)).status).toBe(422);
});

it("says in the queues and in what waits that no worker lives", async () => {
  await app.owner`
    insert into worker_heartbeats (worker_id, host, seen_at)
    values (${crypto.randomUUID()}, 'here', now() - interval '5 minutes')`;
  const queues = pickJson(queuesResponseSchema, (await admin("GET", "/queues")).json);
  const todo = pickJson(todoResponseSchema, (await admin("GET", "/todo")).json);
  const dead = {
    check: "workers",
    detail: expect.stringMatching(/^none is alive, since /),
    advice: expect.stringContaining("Start a worker"),
  };
  expect(queues.problems).toContainEqual(dead);
  expect(todo.data.problems).toContainEqual(dead);
});
