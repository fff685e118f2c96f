import { join } from "node:path";
import { startBreakableProxy } from "@fairclick/services/testing/breakable-proxy";
import { readUntil } from "@fairclick/services/testing/read-until";
import type { Subprocess } from "bun";
import { afterAll, describe, expect, it } from "vitest";
import { createRedirectWorld, readClickId, type Stores } from "./redirect-world";

const main = join(import.meta.dirname, "..", "..", "main.ts");

/** Tests that no answered click is lost when an api process stops or is killed. */
export function describeApiProcess(title: string, stores: Stores): void {
  const world = createRedirectWorld(stores);
  const { addLink, visit, rowsOf } = world;
  const children: Subprocess[] = [];
  afterAll(async () => {
    for (const child of children) child.kill("SIGKILL");
    await world.close();
  });

  const spawnApi = async (change: Record<string, string> = {}) => {
    const child = Bun.spawn([process.execPath, main], {
      env: { ...world.environment(change), LOG_LEVEL: "info" },
      stdout: "pipe",
      stderr: "inherit",
    });
    children.push(child);
    const printed = await readUntil(child.stdout, '"listening"');
    const port = /"port":(\d+)/.exec(printed)?.[1];
    if (!port) throw new Error(`The api did not start: ${printed}`);
    return { child, port: Number(port) };
  };

  describe(title, () => {
    world.startRecorder();

    it("exits on SIGTERM only when every answered click is durable", async () => {
      const { child, port } = await spawnApi();
      const link = await addLink();
      await expect.poll(async () => (await visit(port, link.path)).status).toBe(302);
      const ids: string[] = [];
      const visits = Array.from({ length: 300 }, () =>
        visit(port, link.path, { keepalive: false }).then(
          (response) => {
            if (response.status === 302) ids.push(readClickId(response));
          },
          () => {},
        ),
      );
      await Promise.race(visits);
      child.kill("SIGTERM");
      await Promise.all(visits);
      expect(await child.exited).toBe(0);
      expect(ids.length).toBeGreaterThan(0);
      await expect
        .poll(async () => {
          const rows = new Set((await rowsOf(link)).map((row) => row.id));
          return ids.filter((id) => !rows.has(id));
        })
        .toEqual([]);
    });

    it("loses no answered click when it is killed while the queue's store is down", async () => {
      const proxy = await startBreakableProxy(stores.redisUrl ?? stores.databaseUrl);
      const behind = stores.redisUrl ? { REDIS_URL: proxy.url } : { DATABASE_URL: proxy.url };
      const first = await spawnApi(behind);
      const link = await addLink();
      await Bun.sleep(500);
      await visit(first.port, link.path);
      await proxy.break();
      const answers = await Promise.all(
        Array.from({ length: 100 }, () => visit(first.port, link.path)),
      );
      expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([302]));
      first.child.kill("SIGKILL");
      await first.child.exited;
      expect(world.spoolFiles()).not.toEqual([]);

      await proxy.mend();
      await spawnApi(behind);
      await expect.poll(async () => (await rowsOf(link)).length).toBe(101);
      const rows = new Set((await rowsOf(link)).map((row) => row.id));
      expect(answers.map(readClickId).filter((id) => !rows.has(id))).toEqual([]);
      await expect.poll(world.spoolFiles).toEqual([]);
      await proxy.break();
    });
  });
}
