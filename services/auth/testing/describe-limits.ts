import { randomUUID } from "node:crypto";
import { pino } from "pino";
import { afterEach, describe, expect, it } from "vitest";
import { startBreakableProxy } from "../../testing/breakable-proxy";
import { type AttemptLimits, attemptLimits, openAttemptLimits } from "../attempt-limits";

type Store = { databaseUrl: string; redisUrl: string | null };

/** What limits have to do alike wherever they are kept. */
export function describeLimits(title: string, store: Store): void {
  const opened: AttemptLimits[] = [];
  const open = (at: Store = store) => {
    const limits = openAttemptLimits(at, pino({ level: "silent" }));
    opened.push(limits);
    return limits;
  };
  const { points } = attemptLimits.loginAccount;
  const takeAll = async (limits: AttemptLimits, key: string) => {
    for (let n = 0; n < points; n += 1) await limits.take("loginAccount", key);
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
      const proxy = await startBreakableProxy(store.redisUrl ?? store.databaseUrl);
      const limits = open(
        store.redisUrl ? { ...store, redisUrl: proxy.url } : { ...store, databaseUrl: proxy.url },
      );
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
      const proxy = await startBreakableProxy(store.redisUrl ?? store.databaseUrl);
      const limits = open(
        store.redisUrl ? { ...store, redisUrl: proxy.url } : { ...store, databaseUrl: proxy.url },
      );
      await limits.take("loginAccount", randomUUID());
      proxy.freeze();
      const late = Bun.sleep(4_000).then(() => "late");
      const taken = limits.take("loginAccount", randomUUID()).then(() => "taken");
      expect(await Promise.race([taken, late])).toBe("taken");
      await proxy.break();
    });
  });
}
