import { tmpdir } from "node:os";
import { addUser } from "@fairclick/services/testing/marketplace";
import { systemCtx } from "@fairclick/services/testing/system-ctx";
import type { Db } from "@fairclick/sql/db/client";
import { createTestDatabase } from "@fairclick/sql/testing/test-database";
import { UnrecoverableError } from "bullmq";
import { beforeEach, expect, it } from "vitest";
import type { WorkerDeps } from "./define-job";
import { forgetJob } from "./jobs";

const { db, owner } = await createTestDatabase();
const now = new Date("2026-06-01T00:00:00Z");
const { log } = systemCtx(db);
/** Only what the job reads. */
const deps = {
  db: db as Db,
  log,
  now: () => now,
  config: { s3: null, dataDir: tmpdir() },
} as unknown as WorkerDeps;
const run = () => forgetJob.run(deps, {});

type Age = { received: number; processed?: number; parked?: number };

async function addEvent(id: string, { received, processed, parked }: Age): Promise<void> {
  const ago = (days?: number) => (days === undefined ? null : new Date(+now - days * 86_400_000));
  await owner`
    insert into stripe_events (id, type, created_at, received_at, payload, processed_at, parked_at)
    values (${id}, 'refund.created', ${ago(received)}, ${ago(received)}, '{}', ${ago(processed)},
      ${ago(parked)})`;
}

const left = async () =>
  (await owner<{ id: string }[]>`select id from stripe_events order by id`).map(({ id }) => id);

beforeEach(async () => {
  await owner`delete from stripe_events`;
});

it("deletes processed events that cannot arrive again, however often it runs", async () => {
  await addEvent("evt_old", { received: 32, processed: 32 });
  await addEvent("evt_young", { received: 30, processed: 30 });
  await run();
  expect(await left()).toEqual(["evt_young"]);
  await Promise.all([run(), run()]);
  expect(await left()).toEqual(["evt_young"]);
});

it("keeps unprocessed events of any age, and recently processed ones", async () => {
  await addEvent("evt_open", { received: 90 });
  await addEvent("evt_parked", { received: 90, parked: 80 });
  await addEvent("evt_retried", { received: 90, processed: 1 });
  await run();
  expect(await left()).toEqual(["evt_open", "evt_parked", "evt_retried"]);
});

it("deletes any number", async () => {
  await owner`
    insert into stripe_events (id, type, created_at, received_at, payload, processed_at)
    select 'evt_' || n, 'refund.created', ${now}, '2026-01-01', '{}', '2026-01-01'
    from generate_series(1, 2_500) n`;
  await run();
  expect(await left()).toEqual([]);
});

it("rejects an invalid payload", async () => {
  await expect(forgetJob.run(deps, "all of them")).rejects.toThrow(UnrecoverableError);
});

it("fails if one kind of record cannot be deleted, and deletes the others", async () => {
  await addEvent("evt_old", { received: 32, processed: 32 });
  const userId = await addUser(db);
  await owner`
    insert into notices (id, user_id, kind, data, at, in_app)
    values (${crypto.randomUUID()}, ${userId}, 'campaign.ended', '{}', '2025-11-01', true)`;
  await owner`revoke delete on stripe_events from fairclick_app`;
  await expect(run()).rejects.toThrow(/permission denied/);
  await owner`grant delete on stripe_events to fairclick_app`;
  expect(await left()).toEqual(["evt_old"]);
  expect(await owner`select from notices where user_id = ${userId}`).toHaveLength(0);
});
