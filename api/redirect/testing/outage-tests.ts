import { startBreakableProxy } from "@fairclick/services/testing/breakable-proxy";
import { describe, expect, it } from "vitest";
import { type RedirectWorld, readClickId, untilListening } from "./redirect-world";

/** Tests clicks while the queue or Postgres is down or silent. */
export function describeOutages(title: string, world: RedirectWorld): void {
  const { stores, addLink, visit, rowsOf } = world;

  /** Lets every look-up of a link wait until the returned function is called. */
  const lockLinks = async () => {
    const lock = await stores.owner.reserve();
    await lock`begin`;
    await lock`lock table links in access exclusive mode`;
    return async () => {
      await lock`rollback`;
      lock.release();
    };
  };

  describe(`${title}, stores away`, () => {
    it.each(["break", "freeze"] as const)(
      "answers in time when the queue's store %ss, and replays what it kept, each click once",
      async (fault) => {
        const proxy = await startBreakableProxy(stores.redisUrl ?? stores.databaseUrl);
        const change = stores.redisUrl ? { REDIS_URL: proxy.url } : { DATABASE_URL: proxy.url };
        const { port } = world.startApi(change);
        const link = await addLink();
        const ids = new Set<string>();
        const visitMany = (count: number) =>
          Promise.all(
            Array.from({ length: count }, async () => {
              const startedAt = performance.now();
              const response = await visit(port, link.path);
              expect(response.status).toBe(302);
              ids.add(readClickId(response));
              return performance.now() - startedAt;
            }),
          );
        await untilListening();
        await visitMany(10);
        await proxy[fault]();
        const times = [...(await visitMany(100)), ...(await visitMany(100))];
        // A store that is not given up after a moment is waited for until the client gives up.
        expect(Math.max(...times)).toBeLessThan(8_000);
        expect(world.spoolFiles()).not.toEqual([]);
        await proxy.mend();
        await visitMany(10);
        await expect.poll(async () => (await rowsOf(link)).length).toBe(220);
        expect(new Set((await rowsOf(link)).map((row) => row.id))).toEqual(ids);
        await expect.poll(world.spoolFiles).toEqual([]);
        await proxy.break();
      },
      40_000,
    );

    it("answers no known link with 503 when Postgres returns and is slow", async () => {
      const proxy = await startBreakableProxy(stores.databaseUrl);
      const { port } = world.startApi({ DATABASE_URL: proxy.url });
      const links = await Promise.all(Array.from({ length: 30 }, () => addLink()));
      const visitAll = async () => {
        const visits = await Promise.all(links.map(({ path }) => visit(port, path)));
        return new Set(visits.map(({ status }) => status));
      };
      await untilListening();
      expect(await visitAll()).toEqual(new Set([302]));
      await proxy.break();
      const unlock = await lockLinks();
      await proxy.mend();
      const until = performance.now() + 3_000;
      while (performance.now() < until) expect(await visitAll()).toEqual(new Set([302]));
      await unlock();
      await proxy.break();
    });

    it("answers all links of an empty cache when the first look-ups are slow", async () => {
      const { port } = world.startApi();
      const links = await Promise.all(Array.from({ length: 30 }, () => addLink()));
      const unlock = await lockLinks();
      const visits = Promise.all(links.map(({ path }) => visit(port, path)));
      await Bun.sleep(1_500);
      await unlock();
      expect(new Set((await visits).map(({ status }) => status))).toEqual(new Set([302]));
    });

    it("answers 503 for an uncached link while Postgres is down", async () => {
      const proxy = await startBreakableProxy(stores.databaseUrl);
      const { port } = world.startApi({ DATABASE_URL: proxy.url });
      const [known, unknown] = [await addLink(), await addLink()];
      await untilListening();
      expect((await visit(port, known.path)).status).toBe(302);
      const isReady = async (part: string) =>
        (await fetch(`http://127.0.0.1:${port}/readyz${part}`)).status;
      expect([await isReady(""), await isReady("/redirect")]).toEqual([200, 200]);
      await proxy.break();
      expect((await visit(port, known.path)).status).toBe(302);
      expect([await isReady(""), await isReady("/redirect")]).toEqual([503, 200]);
      const response = await visit(port, unknown.path);
      expect(response.status).toBe(503);
      expect(response.headers.get("retry-after")).toBe("5");
      expect(await response.text()).toContain("One moment, please");
      for (const path of ["/r/a", `/r/${"%00".repeat(3)}`, unknown.path.slice(0, -1)]) {
        expect((await visit(port, path)).status).toBe(404);
      }
      await proxy.mend();
      await expect.poll(async () => (await visit(port, unknown.path)).status).toBe(302);
      await expect.poll(() => isReady("")).toBe(200);
      await expect.poll(async () => (await rowsOf(known)).length).toBe(2);
      await proxy.break();
    });
  });
}
