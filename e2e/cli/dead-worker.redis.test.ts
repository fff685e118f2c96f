import { createTestApp } from "@fairclick/api/testing/test-app";
import { capture } from "@fairclick/cli/testing/capture";
import { forget, processStripeEvent } from "@fairclick/core/jobs";
import { ownRedisDatabase } from "@fairclick/services/queue/testing/own-redis";
import { afterAll, afterEach, describe, expect, it, vi } from "vitest";

const stores = [
  { store: "Postgres", redisUrl: null },
  { store: "Redis", redisUrl: await ownRedisDatabase(8) },
];
afterEach(() => vi.restoreAllMocks());

describe.each(await Promise.all(stores.map(startMarketplace)))(
  "a worker that died, its queues in $store",
  ({ run, runHere, sendOldJobs, recordWorker, emptyQueues }) => {
    const workers = /workers\W+none is alive, since \d{4}-.*Start a worker/s;
    const waiting =
      /jobs\W+wait: (?=.*process-stripe-event 2, the oldest for 5 min)(?=.*forget 1, the oldest for 5 min).*Start more workers/s;

    it("says nothing while it lives", async () => {
      await emptyQueues();
      await recordWorker("1 second");
      for (const words of [["queues", "list"], ["todo"]]) {
        const { out, err, exitCode } = await run(words);
        expect(exitCode, err).toBe(0);
        expect(out + err).not.toMatch(/! workers|! jobs|Start a worker/);
      }
    });

    it.each([["queues", "list"], ["todo"]])("%s %s names what to do", async (...words) => {
      await emptyQueues();
      await recordWorker("5 minutes");
      await sendOldJobs();
      const { out, err, exitCode } = await run(words);
      expect(exitCode, err).toBe(0);
      expect(out + err).toMatch(workers);
      expect(out + err).toMatch(waiting);
    });

    it("doctor fails and names what to do", async () => {
      await emptyQueues();
      await recordWorker("5 minutes");
      await sendOldJobs();
      const { out, exitCode } = await runHere(["doctor"]);
      expect(exitCode).toBe(1);
      expect(out).toMatch(/^FAIL {2}workers/m);
      expect(out).toMatch(/^warn {2}jobs/m);
      expect(out).toMatch(workers);
      expect(out).toMatch(waiting);
    });

    it("says nothing about it to a token that may not see the queues", async () => {
      await emptyQueues();
      await recordWorker("5 minutes");
      const { out, err } = await run(["todo"], "refunds:read");
      expect(out + err).not.toContain("none is alive");
      expect(err).toContain("queues:read");
    });
  },
);

async function startMarketplace({ store, redisUrl }: { store: string; redisUrl: string | null }) {
  const app = await createTestApp({ config: { redisUrl } });
  const { owner, deps } = app;
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: (request) => app.app.fetch(request, { peerIp: "127.0.0.1" }),
  });
  afterAll(() => server.stop(true));
  const run = async (words: readonly string[], ...scopes: string[]) => {
    const { token } = await app.addOperator(
      `Ann ${crypto.randomUUID()}`,
      scopes.length > 0 ? scopes : ["queues:read"],
    );
    return capture([...words, "--api", `http://127.0.0.1:${server.port}`], {
      env: { FAIRCLICK_TOKEN: token, XDG_CONFIG_HOME: "/nowhere", DATA_DIR: "/nowhere" },
    });
  };
  const runHere = (words: readonly string[]) =>
    capture(words, {
      env: {
        DATABASE_URL: deps.config.databaseUrl,
        ...(redisUrl === null ? {} : { REDIS_URL: redisUrl }),
        WEB_DIST: "/nowhere",
      },
    });
  return {
    store,
    run,
    runHere,
    recordWorker: async (ago: string) => {
      await owner`delete from worker_heartbeats`;
      await owner`
        insert into worker_heartbeats (worker_id, host, seen_at, last_job_at)
        values (gen_random_uuid(), 'here', now() - ${ago}::interval, now() - ${ago}::interval)`;
    },
    /** Jobs that wait since five minutes and a half. */
    sendOldJobs: async () => {
      vi.spyOn(Date, "now").mockReturnValue(Date.now() - 330_000);
      await deps.queue.send(processStripeEvent, { eventId: "evt_1" });
      await deps.queue.send(processStripeEvent, { eventId: "evt_2" });
      await deps.queue.send(forget, {});
      vi.restoreAllMocks();
    },
    emptyQueues: async () => {
      await deps.queues.drain(processStripeEvent.name);
      await deps.queues.drain(forget.name);
    },
  };
}
