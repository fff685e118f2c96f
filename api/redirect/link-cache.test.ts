import { asId, type CampaignId, type UserId } from "@fairclick/core/ids";
import type { RedirectLink } from "@fairclick/sql/campaigns/links";
import { describe, expect, it } from "vitest";
import { createLinkCache, TooManyLookUps } from "./link-cache";
import { createLine, type LookUpPermit } from "./look-up-limits";
import { type LinkId, linkKey } from "./redirect-path";

const key = { campaignId: "c1", creatorId: "u1" };
const other = { campaignId: "c1", creatorId: "u2" };

/** A database of links that counts queries, delays answers on demand and can fail. */
function createSource() {
  let clock = 1_000_000;
  const source = {
    rows: new Map<string, RedirectLink>(),
    queries: 0,
    away: false,
    held: null as null | Promise<void>,
    put: ({ campaignId, creatorId }: LinkId, change: Partial<RedirectLink> = {}) => {
      const row = {
        campaignId: asId<CampaignId>(campaignId),
        creatorId: asId<UserId>(creatorId),
        code: `code-${campaignId}-${creatorId}`,
        disabled: false,
        names: [],
        campaign: {
          gameUrl: "https://game.example/",
          gameTitle: "Game",
          description: "",
          genres: [],
          coverHash: null,
          coverAlt: "",
          startsAt: new Date(0),
          endsAt: new Date(1e13),
          fundedAt: new Date(0),
          blocked: false,
          banned: false,
          pausedAt: null,
        },
        ...change,
      };
      source.rows.set(`${campaignId}/${creatorId}`, row);
      return row;
    },
    pass: (ms: number) => {
      clock += ms;
    },
  };
  const ask = async (find: () => RedirectLink | undefined) => {
    source.queries += 1;
    if (source.away) throw new Error("away");
    const found = find();
    await source.held;
    return found ?? null;
  };
  const inTurn = createLine(50);
  const cache = createLinkCache({
    loadLink: ({ campaignId, creatorId }) =>
      inTurn(() => ask(() => source.rows.get(`${campaignId}/${creatorId}`))),
    loadCode: (code) =>
      inTurn(() => ask(() => [...source.rows.values()].find((row) => row.code === code))),
    now: () => clock,
    maxLinks: 100,
    maxUnknown: 100,
  });
  const get = (wanted: LinkId, permit = free) => cache.get(wanted, permit);
  const getByCode = (code: string, permit = free) => cache.getByCode(code, permit);
  return { source, cache: { ...cache, get, getByCode } };
}

const free: LookUpPermit = { take: () => true, restore: () => {} };

/** Waits for a background load to finish. */
const settle = () => Bun.sleep(1);

describe("createLinkCache", () => {
  it("finds a fresh link by the end of its URL, without a query", async () => {
    const { source, cache } = createSource();
    source.put(key);
    const text = linkKey(key);
    expect(cache.find(text)).toBeNull();
    await cache.get(key);
    expect(cache.find(text)).toMatchObject({ creatorId: "u1", disabled: false });
    expect(cache.find(linkKey(other))).toBeNull();
    source.pass(60_000);
    expect(cache.find(text)).toBeNull();
    cache.get(key);
    await settle();
    expect(cache.find(text)).not.toBeNull();
    cache.drop({ campaignId: key.campaignId });
    expect(cache.find(text)).toBeNull();
    expect(source.queries).toBe(2);
  });

  it("queries once for concurrent requests, then answers from memory", async () => {
    const { source, cache } = createSource();
    source.put(key);
    const links = await Promise.all([cache.get(key), cache.get(key), cache.get(key)]);
    expect(source.queries).toBe(1);
    expect(cache.get(key)).toEqual(links[0]);
    expect(links[0]?.campaign.destination("ID")).toBe("https://game.example/?fc_click=ID");
  });

  it("keeps an entry for a fixed time after its load, even if it is read", async () => {
    const { source, cache } = createSource();
    source.put(key);
    await cache.get(key);
    source.put(key, { disabled: true });
    for (let second = 1; second < 60; second += 1) {
      source.pass(1_000);
      expect(cache.get(key)).toMatchObject({ disabled: false });
    }
    source.pass(1_000);
    cache.get(key);
    await settle();
    expect(cache.get(key)).toMatchObject({ disabled: true });
  });

  it("caches a missing link for a short time", async () => {
    const { source, cache } = createSource();
    expect(await cache.get(key)).toBeNull();
    expect(cache.get(key)).toBeNull();
    expect(await cache.getByCode("nothing")).toBeNull();
    expect(cache.getByCode("nothing")).toBeNull();
    expect(source.queries).toBe(2);
    source.pass(5_000);
    source.put(key);
    expect(await cache.get(key)).not.toBeNull();
  });

  it("finds a link that was just created", async () => {
    const { source, cache } = createSource();
    await cache.get(key);
    source.put(key);
    cache.drop(key);
    expect(await cache.get(key)).not.toBeNull();
  });

  it("finds a link by its code, and shares the entry with the long form", async () => {
    const { source, cache } = createSource();
    const { code } = source.put(key);
    const link = await cache.getByCode(code);
    expect(cache.get(key)).toEqual(link);
    source.put(key, { disabled: true });
    cache.drop(key);
    expect(await cache.getByCode(code)).toMatchObject({ disabled: true });
  });

  it("drops one link, all of a campaign, or all of a creator", async () => {
    const { source, cache } = createSource();
    source.put(key);
    source.put(other);
    const known = async () => {
      const before = source.queries;
      await cache.get(key);
      await cache.get(other);
      return 2 - (source.queries - before);
    };
    await known();
    cache.drop(key);
    expect(await known()).toBe(1);
    cache.drop({ campaignId: "c1" });
    expect(await known()).toBe(0);
    cache.drop({ creatorId: "u2" });
    expect(await known()).toBe(1);
  });

  it("serves every link that it may have missed changes of, and reloads a few at a time", async () => {
    const { source, cache } = createSource();
    const keys = Array.from({ length: 40 }, (_, n) => ({ campaignId: "c1", creatorId: `u${n}` }));
    for (const each of keys) source.put(each);
    await Promise.all(keys.map((each) => cache.get(each)));
    const gate = Promise.withResolvers<void>();
    source.held = gate.promise;
    for (const each of keys) source.put(each, { disabled: true });
    source.pass(1);
    cache.markStale();
    source.pass(1);
    for (const each of keys) expect(cache.find(linkKey(each))).toBeNull();
    for (const each of keys) expect(cache.get(each)).toMatchObject({ disabled: false });
    expect(source.queries).toBe(40 + 4);
    gate.resolve();
    await settle();
    for (const each of keys) expect(cache.get(each)).toMatchObject({ disabled: true });
    expect(source.queries).toBe(40 + 40);
  });

  it("reloads a link again that was read before changes may have been missed", async () => {
    const { source, cache } = createSource();
    source.put(key);
    const gate = Promise.withResolvers<void>();
    source.held = gate.promise;
    const early = cache.get(key);
    source.put(key, { disabled: true });
    source.pass(1);
    cache.markStale();
    gate.resolve();
    expect(await early).toMatchObject({ disabled: false });
    cache.get(key);
    await settle();
    expect(cache.get(key)).toMatchObject({ disabled: true });
  });

  it("never refuses a link because the look-up of another is slow or failed", async () => {
    const { source, cache } = createSource();
    source.put(key);
    source.put(other);
    source.held = new Promise(() => {});
    const slow = cache.get(key);
    source.held = null;
    await expect(slow).rejects.toThrow("did not answer within 50 ms");
    expect(await cache.get(other)).not.toBeNull();
    source.away = true;
    await expect(cache.getByCode("nothing")).rejects.toThrow("away");
    source.away = false;
    expect(await cache.get(key)).not.toBeNull();
  });

  it("queries a few links at a time", async () => {
    const { source, cache } = createSource();
    const keys = Array.from({ length: 20 }, (_, n) => ({ campaignId: "c1", creatorId: `u${n}` }));
    for (const each of keys) source.put(each);
    const gate = Promise.withResolvers<void>();
    source.held = gate.promise;
    const links = Promise.all(keys.map((each) => cache.get(each)));
    await settle();
    expect(source.queries).toBe(8);
    gate.resolve();
    expect(await links).not.toContain(null);
    expect(source.queries).toBe(20);
  });

  it("never evicts real links for missing ones", async () => {
    const { source, cache } = createSource();
    for (let index = 0; index < 100; index += 1) {
      const each = { campaignId: "c1", creatorId: `u${index}` };
      source.put(each);
      await cache.get(each);
    }
    for (let index = 0; index < 500; index += 1) {
      await cache.get({ campaignId: "made-up", creatorId: `${index}` });
      await cache.getByCode(`made-up-${index}`);
    }
    const { queries } = source;
    for (let index = 0; index < 100; index += 1) {
      expect(cache.get({ campaignId: "c1", creatorId: `u${index}` })).toMatchObject({
        creatorId: `u${index}`,
      });
    }
    expect(source.queries).toBe(queries);
    expect(cache.size()).toBe(100);
  });

  it("takes from the permit only for a missing link", async () => {
    const { source, cache } = createSource();
    source.put(key);
    let tokens = 1;
    const permit: LookUpPermit = {
      take: () => tokens-- > 0,
      restore: () => {
        tokens += 1;
      },
    };
    await cache.get(key, permit);
    expect(tokens).toBe(1);
    source.away = true;
    await expect(cache.get(other, permit)).rejects.toThrow("away");
    expect(tokens).toBe(1);
    source.away = false;
    await cache.get(other, permit);
    expect(tokens).toBe(0);
    const { queries } = source;
    await expect(cache.get({ ...other, creatorId: "u3" }, permit)).rejects.toThrow(TooManyLookUps);
    await expect(cache.getByCode("nothing", permit)).rejects.toThrow(TooManyLookUps);
    expect(cache.get(key, permit)).not.toBeNull();
    expect(cache.get(other, permit)).toBeNull();
    expect(source.queries).toBe(queries);
  });

  it("stops serving a stale entry after an hour or after a change", async () => {
    const { source, cache } = createSource();
    source.put(key);
    await cache.get(key);
    source.away = true;
    source.pass(60 * 60_000);
    await expect(cache.get(key)).rejects.toThrow("away");

    const fresh = createSource();
    fresh.source.put(key);
    await fresh.cache.get(key);
    fresh.source.away = true;
    fresh.cache.drop({ campaignId: "c1" });
    await expect(fresh.cache.get(key)).rejects.toThrow("away");
  });

  it("holds at most the configured number of links", async () => {
    const { source, cache } = createSource();
    for (let index = 0; index < 150; index += 1) {
      const each = { campaignId: "c1", creatorId: `u${index}` };
      source.put(each);
      await cache.get(each);
    }
    expect(cache.size()).toBe(100);
  });
});
