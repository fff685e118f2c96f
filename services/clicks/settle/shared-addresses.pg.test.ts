import { randomUUID } from "node:crypto";
import type { ClickRules } from "@fairclick/core/campaigns/campaign-rules";
import type { Click } from "@fairclick/core/clicks/click";
import { policy } from "@fairclick/core/clicks/policy";
import { newClick } from "@fairclick/core/clicks/testing/new-click";
import { asId, type UserId } from "@fairclick/core/ids";
import { compileIpData } from "@fairclick/core/ip/ip-data";
import { listLearntAddresses } from "@fairclick/sql/ip/learnt-addresses";
import { describe, expect, it } from "vitest";
import { recordPresence } from "../../accounts/record-presence";
import { learnAddresses } from "../../ip/learn-addresses";
import { systemCtx } from "../../testing/system-ctx";
import { recordClicks } from "../record/record-clicks";
import { openSettlementWorld } from "../testing/settlement-world";

/** Addresses that many people share, from the request to the payment. */
const { db, owner, at, settle, joinedCampaign, outcomes } = await openSettlementWorld();
const ctx = systemCtx(db);
const ipData = compileIpData({
  version: 1,
  lists: [],
  operatorRanges: [{ range: "89.204.0.0/16", effect: "shared", date: "2026-11-20" }],
});

const CHROMEBOOK =
  "Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36";
const chromebook = {
  userAgent: CHROMEBOOK,
  secChUa: '"Chromium";v="131", "Google Chrome";v="131"',
  secChUaMobile: "?0",
  secChUaPlatform: '"Chrome OS"',
};

let hosts = 0;
const sharedAddress = () => `89.204.131.${++hosts}`;
const unknownAddress = () => `81.2.70.${++hosts}`;

type Joined = Awaited<ReturnType<typeof joinedCampaign>>;
const join = (clickRules: ClickRules = "shared-aware") => joinedCampaign({ clickRules });

function visit(link: Joined, seconds: number, change: Partial<Click> = {}): Click {
  const { id: campaignId, creatorId } = link;
  const id = Bun.randomUUIDv7("hex", at(seconds).getTime());
  return newClick({ id, campaignId, creatorId, at: at(seconds).getTime(), ...change });
}

async function judge(clicks: Click[]): Promise<string[]> {
  await recordClicks(ctx, clicks, { ipData, countryOf: () => null });
  await settle();
  return outcomes(clicks.map(({ id }) => id));
}

const countValid = (reasons: string[]) => reasons.filter((reason) => reason === "valid").length;

async function findEvidence({ id }: Click, signal: string) {
  const [row] = await owner<{ evidence: Record<string, unknown> }[]>`
    select found -> 'evidence' as evidence from clicks, jsonb_array_elements(signals) found
    where id = ${id} and found ->> 'signal' = ${signal}`;
  return row?.evidence;
}

describe("a class of 30 pupils on equal Chromebooks without cookies", () => {
  const pupils = (link: Joined, ip: string, seconds: number) =>
    Array.from({ length: 30 }, (_, n) => visit(link, n * seconds, { ip, ...chromebook }));

  it.each([20, 25, 30, 60])("is paid 25 times, one every %i seconds", async (seconds) => {
    const clicks = pupils(await join(), sharedAddress(), seconds);
    const reasons = await judge(clicks);
    expect(reasons).toEqual([...Array(25).fill("valid"), ...Array(5).fill("ip_daily")]);
    const last = clicks.at(-1);
    expect(last && (await findEvidence(last, "ip_daily"))).toMatchObject({ shared: true });
    expect(last && (await findEvidence(last, "shared_network"))).toMatchObject({
      by: "operator",
      fullBrowser: true,
    });
  });

  it("is paid once at most on a literal campaign, and at an address that is not known", async () => {
    expect(countValid(await judge(pupils(await join("literal"), sharedAddress(), 30)))).toBe(1);
    expect(countValid(await judge(pupils(await join(), unknownAddress(), 30)))).toBe(1);
  });
});

describe("one pupil who clicks every 20 seconds", () => {
  it("touches nobody else on a shared-aware campaign", async () => {
    const [link, other] = [await join(), await join("literal")];
    const ip = sharedAddress();
    const device = randomUUID();
    const restless = Array.from({ length: 72 }, (_, n) => visit(other, n * 20, { ip, device }));
    const others = Array.from({ length: 24 }, (_, n) =>
      visit(link, n * 60 + 30, { ip, acceptLanguage: `en;q=0.${n}` }),
    );
    const reasons = await judge([...restless, ...others]);
    expect(countValid(reasons.slice(72))).toBe(24);
    expect(countValid(reasons.slice(0, 72))).toBe(0);
  });
});

it("pays the first of four taps of one person, and says why the others are not", async () => {
  const taps = (link: Joined, change: Partial<Click>) =>
    [0, 2, 4, 6].map((seconds) => visit(link, seconds, { ip: sharedAddress(), ...change }));
  const link = await join();
  const ip = sharedAddress();
  const clicks = taps(link, { ip, ...chromebook });
  expect(await judge(clicks)).toEqual(["valid", ...Array(3).fill("device_repeat")]);
  const last = clicks.at(-1);
  expect(last && (await findEvidence(last, "device_repeat"))).toMatchObject({
    seconds: 10,
    shared: true,
  });
});

describe("farms", () => {
  /** One click in 30 seconds per address, with another user agent each. */
  const farm = (link: Joined, addresses: string[]) =>
    addresses.flatMap((ip, a) =>
      Array.from({ length: 60 }, (_, n) =>
        visit(link, n * 30 + a, { ip, acceptLanguage: `en;q=0.${n}` }),
      ),
    );

  it("earns with one shared address and with ten what it earns on a literal campaign", async () => {
    for (const addresses of [1, 10]) {
      const own = Array.from({ length: addresses }, sharedAddress);
      const [literal, aware] = [await join("literal"), await join()];
      expect(countValid(await judge(farm(literal, own)))).toBe(25 * addresses);
      expect(countValid(await judge(farm(aware, own)))).toBe(25 * addresses);
    }
  });

  it("does not lift its daily number by refused and held clicks", async () => {
    const link = await join();
    const [ip, bots] = [sharedAddress(), sharedAddress()];
    const refused = Array.from({ length: 3_000 }, (_, n) =>
      visit(link, n / 10, { ip: bots, acceptLanguage: `en;q=0.${n}` }),
    );
    expect(countValid(await judge(refused))).toBe(0);
    expect(countValid(await judge(farm(link, [ip])))).toBe(25);
  });
});

describe("addresses that are learnt", () => {
  /** Known devices that click the links in turn. */
  const returning = (links: Joined[], ip: string, devices: number) =>
    Array.from({ length: devices }, (_, n) => {
      const link = links[n % links.length];
      if (!link) throw new Error("no link");
      return visit(link, n * 60, { ip, device: randomUUID(), acceptLanguage: `en;q=0.${n}` });
    });
  const three = async () => [await join(), await join(), await join()];
  const learnt = async (ip: string, now = new Date()) =>
    (await listLearntAddresses(db.sql, { at: now, limit: 1_000 })).find(
      ({ ipKey }) => ipKey === ip,
    );

  it("are those of twenty devices on the links of three creators, for a week", async () => {
    const [school, home] = [unknownAddress(), unknownAddress()];
    await judge([...returning(await three(), school, 21), ...returning(await three(), home, 19)]);
    await learnAddresses(ctx);
    await learnAddresses(ctx);
    expect(await learnt(school)).toMatchObject({ devices: 21, creators: 3 });
    expect(await learnt(home)).toBeUndefined();
    const pupils = Array.from({ length: 4 }, (_, n) => [n, 40 + n] as const);
    const link = await join();
    const clicks = pupils.map(([n, seconds]) =>
      visit(link, seconds, { ip: school, acceptLanguage: `de;q=0.${n}` }),
    );
    expect(await judge(clicks)).toEqual(Array(4).fill("valid"));
    const [first] = clicks;
    expect(first && (await findEvidence(first, "shared_network"))).toMatchObject({ by: "learnt" });
    const later = new Date(Date.now() + 8 * 86_400_000);
    expect(await learnt(school, later)).toBeUndefined();
    const [late] = [visit(link, 100, { ip: school })];
    await recordClicks({ ...ctx, now: () => later }, [late], { ipData, countryOf: () => null });
    await settle();
    expect(await findEvidence(late, "shared_network")).toBeUndefined();
    await learnAddresses({ ...ctx, now: () => later });
    const [row] = await owner`select count(*)::int as rows from learnt_addresses`;
    expect(row?.rows).toBe(0);
  });

  it("gain a fraudster nothing who rotates cookies over sock puppets' links", async () => {
    const links = await three();
    const ip = unknownAddress();
    expect(countValid(await judge(returning(links, ip, 40)))).toBe(40);
    await learnAddresses(ctx);
    expect(await learnt(ip)).toBeDefined();
    const [target] = [await join()];
    const clicks = Array.from({ length: 100 }, (_, n) =>
      visit(target, n * 20, { ip, acceptLanguage: `fr;q=0.${n}` }),
    );
    const paid = countValid(await judge(clicks));
    expect(paid).toBe(policy.addressClicks);
  });

  it("are not learnt from sock puppets who were signed in at one place", async () => {
    const links = await three();
    const ip = unknownAddress();
    const desk = newClick({ ip: unknownAddress(), device: randomUUID() });
    for (const { creatorId } of links) {
      await recordPresence(ctx, { userId: asId<UserId>(creatorId), visitor: desk });
    }
    await judge(returning(links, ip, 40));
    await learnAddresses(ctx);
    expect(await learnt(ip)).toBeUndefined();
  });
});
