import { randomUUID } from "node:crypto";
import type { Click } from "@fairclick/core/clicks/click";
import { newClick } from "@fairclick/core/clicks/testing/new-click";
import { asId, type UserId } from "@fairclick/core/ids";
import { compileIpData, noIpData } from "@fairclick/core/ip/ip-data";
import { parseList } from "@fairclick/core/ip/lists";
import { parseAsnTable, parseCountryTable } from "@fairclick/core/ip/testing/parse-table-text";
import { createTestDatabase } from "@fairclick/sql/testing/test-database";
import { beforeEach, describe, expect, it } from "vitest";
import { recordPresence } from "../accounts/presence";
import { addCampaign, addUser, type TestCampaign } from "../testing/marketplace";
import { systemCtx } from "../testing/system-ctx";
import { recordClicks } from "./record-clicks";
import { markHoneypot } from "./retain";

const { db, owner } = await createTestDatabase();
const ctx = systemCtx(db);
let campaign: TestCampaign;
let creatorId: string;

beforeEach(async () => {
  campaign = await addCampaign(db);
  creatorId = await addUser(db);
});

const visit = (change: Partial<Click> = {}) =>
  newClick({ campaignId: campaign.id, creatorId, ip: randomAddress(), ...change });

function randomAddress(): string {
  const [a, b, c] = crypto.getRandomValues(new Uint8Array(3));
  return `81.${a}.${b}.${c}`;
}

async function findRow(id: string) {
  const [row] = await owner`
    select *, host(ip) as ip, ip_key::text, signals from pending_clicks where id = ${id}`;
  return row;
}

async function recordSignals(click: Click): Promise<string[]> {
  await recordClicks(ctx, [click]);
  const row = await findRow(click.id);
  return row?.signals.map(({ signal }: { signal: string }) => signal);
}

describe("recordClicks", () => {
  it("writes down everything that is judged or shown later", async () => {
    const click = visit({
      ip: "2a02:810d:1:2:3::4",
      device: randomUUID(),
      referrer: "https://tiktok.com/",
      userAgent: "Ünïcode 🎮 'quoted' \\ {braces}",
      method: "HEAD",
    });
    expect(await recordClicks(ctx, [click])).toBe(1);
    expect(await findRow(click.id)).toMatchObject({
      clickedAt: new Date(click.at),
      campaignId: campaign.id,
      creatorId: creatorId,
      ip: "2a02:810d:1:2:3::4",
      ipKey: "2a02:810d:1:2::/64",
      deviceKey: `cookie:${click.device}`,
      deviceKnown: true,
      method: "HEAD",
      userAgent: click.userAgent,
      referrer: click.referrer,
      signals: [
        { signal: "not_get", evidence: { method: "HEAD" } },
        { signal: "known_bot", evidence: { named: click.userAgent } },
      ],
    });
  });

  it("stores the address's country, or null if it is unknown", async () => {
    const [there, nowhere] = [visit({ ip: "81.2.69.142" }), visit({ ip: "81.2.69.143" })];
    const countryTable = parseCountryTable("81.2.69.142,81.2.69.142,GB");
    await recordClicks(ctx, [there, nowhere], { ...noIpData, countryTable });
    expect((await findRow(there.id))?.country).toBe("GB");
    expect((await findRow(nowhere.id))?.country).toBeNull();
  });

  it("identifies a device without a cookie by a weak key, never as a known device", async () => {
    const [first, alike, other] = [
      visit({ ip: "81.2.3.4" }),
      visit({ ip: "81.2.3.4" }),
      visit({ ip: "81.2.3.4", acceptLanguage: "de" }),
    ];
    await recordClicks(ctx, [first, alike, other]);
    const rows = await Promise.all([first, alike, other].map((click) => findRow(click.id)));
    const [one, two, three] = rows.map((row) => row?.deviceKey);
    expect(one).toMatch(/^like:/);
    expect(two).toBe(one);
    expect(three).not.toBe(one);
    expect(rows.map((row) => row?.deviceKnown)).toEqual([false, false, false]);
  });

  it("stores each click once, no matter how often and in which batches it is delivered", async () => {
    const clicks = Array.from({ length: 50 }, () => visit());
    const deliveries = [clicks, [...clicks].reverse(), clicks.slice(10, 30), clicks.slice(0, 1)];
    const counts = await Promise.all(deliveries.map((each) => recordClicks(ctx, each)));
    expect(counts.reduce((sum, count) => sum + count)).toBe(50);
    expect(await recordClicks(ctx, clicks)).toBe(0);
  });

  it("leaves a click alone that has been judged meanwhile", async () => {
    const click = visit();
    await recordClicks(ctx, [click]);
    await owner`
      with judged as (delete from pending_clicks where id = ${click.id} returning *)
      insert into clicks (id, clicked_at, campaign_id, creator_id, device_known, method, signals,
        recorded_at, verdict, reason, policy_version, settlement_id, price_micros)
      select id, clicked_at, campaign_id, creator_id, device_known, method, signals,
        recorded_at, 'invalid', 'known_bot', 1, 1, 1500 from judged`;
    expect(await recordClicks(ctx, [click])).toBe(0);
    expect(await findRow(click.id)).toBeUndefined();
  });

  it("keeps what the redirect saw of the campaign", async () => {
    expect(await recordSignals(visit({ unpaid: "paused" }))).toEqual(["paused"]);
  });

  it("looks the address up, and stores the version of the address data", async () => {
    const ipData = compileIpData({
      version: 7,
      lists: [
        {
          name: "hosting",
          class: "cloud",
          date: "2026-08-22",
          ranges: parseList("81.0.0.0/8").ranges,
        },
      ],
      operatorRanges: [],
      asnTable: parseAsnTable("81.0.0.0,81.255.255.255,64500,Hoster"),
    });
    const [click, unknown] = [visit(), visit()];
    await recordClicks(ctx, [click], ipData);
    expect(await findRow(click.id)).toMatchObject({
      ipDataVersion: 7,
      asn: 64_500,
      signals: [
        { signal: "datacenter", evidence: { list: "hosting", date: "2026-08-22", asn: 64_500 } },
      ],
    });
    await recordClicks(ctx, [unknown]);
    expect(await findRow(unknown.id)).toMatchObject({
      ipDataVersion: null,
      asn: null,
      signals: [],
    });
  });

  describe("honeypot", () => {
    const fall = (at: Click, hoursAgo = 0) =>
      markHoneypot({ ...ctx, now: () => new Date(at.at - hoursAgo * 3_600_000) }, at);

    it("finds the device wherever it goes, and holds others at its address, for 24 hours", async () => {
      const [lately, long, nobody] = [visit({ device: randomUUID() }), visit(), visit()];
      await fall(lately, 23);
      await fall(long, 25);
      expect(await recordSignals(visit({ ip: lately.ip, acceptLanguage: "de" }))).toEqual([
        "honeypot_address",
      ]);
      expect(await recordSignals(visit({ device: lately.device }))).toEqual(["honeypot"]);
      expect(await recordSignals({ ...long, id: visit().id })).not.toContain("honeypot");
      expect(await recordSignals(nobody)).not.toContain("honeypot");
    });

    it("marks no private address", async () => {
      await fall(visit({ ip: "192.168.1.20", userAgent: "Mozilla/5.0 (one)" }));
      expect(await recordSignals(visit({ ip: "192.168.1.20" }))).not.toContain("honeypot");
    });
  });

  describe("self_click", () => {
    const signIn = (userId: string, at: Click, seenAt = new Date()) =>
      recordPresence({ ...ctx, now: () => seenAt }, { userId: asId<UserId>(userId), visitor: at });

    it("finds the creator by the address, but not the developer", async () => {
      const [ofCreator, ofDeveloper, ofNobody] = [visit(), visit(), visit()];
      await signIn(creatorId, ofCreator);
      await signIn(campaign.developerId, ofDeveloper);
      await signIn(await addUser(db), ofNobody);
      const elsewhere = { acceptLanguage: "de", device: null };
      expect(await recordSignals({ ...ofCreator, ...elsewhere })).toEqual(["self_click"]);
      expect(await recordSignals({ ...ofDeveloper, ...elsewhere })).toEqual([]);
      expect(await recordSignals(ofDeveloper)).toEqual([]);
      expect(await recordSignals({ ...ofNobody, ...elsewhere })).toEqual([]);
    });

    it("finds them by the device's cookie, wherever they are", async () => {
      const device = randomUUID();
      await signIn(creatorId, visit({ device }));
      const click = visit({ device });
      await recordClicks(ctx, [click]);
      expect((await findRow(click.id))?.signals).toEqual([
        { signal: "self_click", evidence: { who: "creator", by: "device" } },
      ]);
    });

    it("does not take everybody behind a private address for the creator", async () => {
      await signIn(creatorId, visit({ ip: "192.168.1.10", userAgent: "Mozilla/5.0 (one)" }));
      const click = visit({ ip: "192.168.1.10" });
      expect(await recordSignals(click)).not.toContain("self_click");
    });

    it("counts an IPv6 household as one address", async () => {
      await signIn(creatorId, visit({ ip: "2a02:810d:9:9::1" }));
      expect(await recordSignals(visit({ ip: "2a02:810d:9:9:ffff::2" }))).toContain("self_click");
      expect(await recordSignals(visit({ ip: "2a02:810d:9:a::1" }))).not.toContain("self_click");
    });

    it("forgets after 24 hours", async () => {
      const [recent, old] = [visit(), visit()];
      const hour = 3_600_000;
      await signIn(creatorId, recent, new Date(recent.at - 23 * hour));
      await signIn(creatorId, old, new Date(old.at - 25 * hour));
      expect(await recordSignals(recent)).toContain("self_click");
      expect(await recordSignals(old)).not.toContain("self_click");
    });

    it("writes a place down once in ten minutes", async () => {
      const place = visit();
      const now = new Date();
      const later = (ms: number) => new Date(now.getTime() + ms);
      const seenAt = async () => {
        const [row] = await owner<{ seenAt: Date }[]>`
          select max(seen_at) as "seenAt" from presences where user_id = ${creatorId}`;
        return row?.seenAt;
      };
      await signIn(creatorId, place, now);
      await signIn(creatorId, place, later(9 * 60_000));
      expect(await seenAt()).toEqual(now);
      await signIn(creatorId, place, later(10 * 60_000));
      expect(await seenAt()).toEqual(later(10 * 60_000));
    });
  });
});
