import { startRedis } from "@fairclick/services/queue/testing/start-redis";
import { afterAll, expect, it } from "vitest";

const redis = await startRedis({ "cluster-enabled": "yes" });
afterAll(() => redis.stop());

it("does not start on a node of a Redis Cluster, and says why", async () => {
  const child = Bun.spawn([process.execPath, `${import.meta.dirname}/main.ts`], {
    env: {
      DATABASE_URL: "postgres://nobody@127.0.0.1:1/nothing",
      REDIS_URL: redis.url,
      PORT: "0",
    },
    stdout: "ignore",
    stderr: "pipe",
  });
  const timer = setTimeout(() => child.kill("SIGKILL"), 20_000);
  const stderr = await new Response(child.stderr).text();
  clearTimeout(timer);
  expect(stderr.trim()).toMatch(
    /^Configuration is wrong:\n {2}REDIS_URL is a node of a Redis Cluster: /,
  );
  expect(await child.exited).toBe(1);
});
