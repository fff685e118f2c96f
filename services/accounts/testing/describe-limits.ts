import { randomUUID } from "node:crypto";
import { targetLimits } from "@fairclick/core/accounts/limits";
import { pino } from "pino";
import { afterEach, describe, expect, it } from "vitest";
import { startBreakableProxy } from "../../testing/breakable-proxy";
import { type AttemptLimits, openAttemptLimits } from "../limits";

type Store = { databaseUrl: string; redisUrl: string | null };

/** Resolves once an attempt through `limits` reaches the store, where `other` sees it. */
async function untilTheStoreCounts(limits: AttemptLimits, other: AttemptLimits): Promise<void> {
  const { points } = targetLimits.loginAccount;
  for (;;) {
    const key = randomUUID();
    for (let n = 0; n < points; n += 1) await limits.take("loginAccount", key);
    const refused = await other.take("loginAccount", key).then(
      () => false,
      () => true,
    );
    if (refused) return;
    await Bun.sleep(100);
  }
}

/** The tests that limits pass wherever they are kept. */
export function describeLimits(title: string, store: Store): void {
  const opened: AttemptLimits[] = [];
  const open = (at: Store = store) => {
    const limits = openAttemptLimits({ ...at, processes: 1 }, pino({ level: "silent" }));
    opened.push(limits);
    return limits;
  };
  const { points } = targetLimits.loginAccount;
  const takeAll = async (limits: AttemptLimits, key: string) => {
    for (let n = 0; n < points; n += 1) await limits.take("loginAccount", key);
  };
  const openThroughProxy = async () => {
    const proxy = await startBreakableProxy(store.redisUrl ?? store.databaseUrl);
    const limits = open(
      store.redisUrl ? { ...store, redisUrl: proxy.url } : { ...store, databaseUrl: proxy.url },
    );
    return { proxy, limits };
  };
  const countAllowed = async (limits: AttemptLimits, key: string, attempts = 100) => {
    const taken = await Promise.allSettled(
      Array.from({ length: attempts }, () => limits.take("loginAccount", key)),
    );
    return taken.filter(({ status }) => status === "fulfilled").length;
  };
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((limits) => limits.close()));
  });

  describe(title, () => {
    it("count for all processes together, and for each key alone", async () => {
      const [one, other] = [open(), open()];
      const key = randomUUID();
      await takeAll(one, key);
      await expect(other.take("loginAccount", key)).rejects.toMatchObject({
        code: "rate_limited",
        retryAfterSeconds: expect.toSatisfy((seconds) => seconds > 0 && seconds <= 900),
      });
      await other.take("loginAccount", randomUUID());
      await other.take("registerAccount", key);
    });

    it("forget", async () => {
      const limits = open();
      const key = randomUUID();
      await takeAll(limits, key);
      await limits.forget("loginAccount", key);
      await limits.take("loginAccount", key);
    });

    it("count within the process while the store is away", async () => {
      const { proxy, limits } = await openThroughProxy();
      await limits.take("loginAccount", randomUUID());
      await proxy.break();
      const key = randomUUID();
      await takeAll(limits, key);
      await expect(limits.take("loginAccount", key)).rejects.toMatchObject({
        code: "rate_limited",
      });
      await limits.forget("loginAccount", key);
      await limits.take("loginAccount", key);
    });

    it("allow exactly the limit of 100 attempts at once, from two processes", async () => {
      const [one, other] = [open(), open()];
      const key = randomUUID();
      const allowed = await Promise.all([countAllowed(one, key, 50), countAllowed(other, key, 50)]);
      expect(allowed[0] + allowed[1]).toBe(points);
    });

    it("allow no more attempts because the store stops in the middle of them", async () => {
      const { proxy, limits } = await openThroughProxy();
      const key = randomUUID();
      for (let n = 0; n < 12; n += 1) await limits.take("loginAccount", key);
      await proxy.break();
      expect(await countAllowed(limits, key)).toBe(points - 12);
    });

    it("allow no more attempts because the store hangs in the middle of them", async () => {
      const { proxy, limits } = await openThroughProxy();
      const key = randomUUID();
      await limits.take("loginAccount", key);
      const allowed = countAllowed(limits, key);
      await Bun.sleep(1);
      proxy.freeze();
      expect(await allowed).toBe(points - 1);
      await proxy.break();
    });

    it("keep the attempts of an outage on the account when the store is back", async () => {
      const { proxy, limits } = await openThroughProxy();
      const key = randomUUID();
      await limits.take("loginAccount", randomUUID());
      await proxy.break();
      await takeAll(limits, key);
      await proxy.mend();
      await untilTheStoreCounts(limits, open());
      expect(await countAllowed(limits, key)).toBe(0);
    });

    it("let people in when the store was never there", async () => {
      const away = "127.0.0.1:1";
      const limits = open(
        store.redisUrl
          ? { ...store, redisUrl: `redis://${away}` }
          : { ...store, databaseUrl: `postgres://nobody@${away}/nothing` },
      );
      await limits.take("loginAccount", randomUUID());
    });

    it("are not waited for when the store hangs", async () => {
      const { proxy, limits } = await openThroughProxy();
      await limits.take("loginAccount", randomUUID());
      proxy.freeze();
      const late = Bun.sleep(4_000).then(() => "late");
      const taken = limits.take("loginAccount", randomUUID()).then(() => "taken");
      expect(await Promise.race([taken, late])).toBe("taken");
      await proxy.break();
    });
  });
}
