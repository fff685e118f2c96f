import { newClick } from "@fairclick/core/clicks/testing/new-click";
import { recordClicks } from "@fairclick/core/jobs";
import { createTestDatabase } from "@fairclick/sql/testing/test-database";
import { pino } from "pino";
import { expect, it } from "vitest";
import { clickJobOptions } from "./jobs";
import { openQueue } from "./open-queue";
import { openPostgresStore } from "./postgres-store";
import { describeQueue } from "./testing/queue-suite";

const { url, owner } = await createTestDatabase();
const store = { databaseUrl: url, redisUrl: null };

describeQueue("The queue on Postgres", store);

it.each([false, true])("stores a job of clicks as BullMQ does (first: %s)", async (first) => {
  const opened = openPostgresStore(url, { onError: () => {} });
  const bullmq = opened.openProducer(recordClicks.name);
  const queue = openQueue(store, { log: pino({ level: "silent" }), runsJobs: false });
  await owner`delete from bullmq.job`;
  const options = { ...clickJobOptions, ...(first ? { lifo: true } : {}) };
  await bullmq.add(recordClicks.name, { kept: true }, { jobId: "of-bullmq", ...options });
  await queue.sendClicks([newClick()], { first });
  const [later, earlier] = await owner`
    select to_jsonb(j) - '{id,seq,data,opts,added_at_ms}'::text[] as same, id, seq < 0 as first,
      opts - 'jobId' as opts, added_at_ms > 1e12 as timed, jsonb_typeof(data) as data
    from bullmq.job j order by (id = 'of-bullmq')`;
  expect(later?.id).not.toBe("of-bullmq");
  expect({ ...later, id: null }).toEqual({ ...earlier, id: null });
  expect(later?.first).toBe(first);
  await owner`delete from bullmq.job`;
  await bullmq.close();
  await Promise.all([queue.close(), opened.close()]);
});
