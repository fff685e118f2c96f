import { randomUUID } from "node:crypto";
import type { ClickRules } from "@fairclick/core/campaigns/campaign-input";
import type { Click } from "@fairclick/core/clicks/click";
import { newClick } from "@fairclick/core/clicks/testing/new-click";
import { asId, type UserId } from "@fairclick/core/ids";
import { compileIpData } from "@fairclick/core/ip/ip-data";
import { parseAsnTable } from "@fairclick/core/ip/testing/parse-table-text";
import { describe, expect, it } from "vitest";
import { recordPresence } from "../accounts/presence";
import { systemCtx } from "../testing/system-ctx";
import { recordClicks } from "./record-clicks";
import { openSettlementWorld } from "./testing/settlement-world";

/** Addresses that many people share, from the request to the payment. */
const { db, owner, at, settle, joinedCampaign, outcomes } = await openSettlementWorld();
const ctx = systemCtx(db);
const ipData = compileIpData({
  version: 1,
  lists: [],
  operatorRanges: [{ range: "89.204.0.0/16", effect: "shared", date: "2026-11-20" }],
  asnTable: parseAsnTable(
    [
      "24.0.0.0,24.255.255.255,7922,Comcast",
      "79.192.0.0,79.255.255.255,3320,Deutsche Telekom",
      "172.32.0.0,172.63.255.255,21928,T-Mobile USA",
    ].join("\n"),
  ),
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
  await recordClicks(ctx, clicks, ipData);
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

describe("a home by the books of AS numbers", () => {
  let homes = 0;
  const cableLine = () => `24.5.6.${++homes}`;
  const phoneOrHome = () => `79.200.1.${++homes}`;
  const phone = () => `172.58.1.${++homes}`;
  const fourIn30s = (link: Joined, change: Partial<Click>) =>
    [0, 10, 20, 30].map((seconds) => visit(link, seconds, change));

  it.each([
    ["literal", "cable", cableLine],
    ["shared-aware", "cable", cableLine],
    ["shared-aware", "phones and homes on one AS", phoneOrHome],
  ] as const)("pays none of four clicks in 30 s: %s, %s", async (rules, _name, address) => {
    const browser = { ip: address(), ...chromebook, device: randomUUID() };
    expect(await judge(fourIn30s(await join(rules), browser))).not.toContain("valid");
    const four = fourIn30s(await join(rules), { ip: address() });
    const others = four.map((click) => ({ ...click, device: randomUUID() }));
    expect(await judge(others)).toEqual(Array(4).fill("ip_burst"));
  });

  it.each([cableLine, phoneOrHome])("pays none of a creator's 40 own clicks", async (address) => {
    const link = await join();
    const ip = address();
    const visitor = visit(link, 0, { ip, device: randomUUID() });
    const userId = asId<UserId>(link.creatorId);
    await recordPresence({ ...ctx, now: () => at(0) }, { userId, visitor });
    const own = Array.from({ length: 40 }, (_, n) =>
      visit(link, 60 + n * 70, { ip, device: randomUUID(), acceptLanguage: `en;q=0.${n}` }),
    );
    expect(await judge(own)).toEqual(Array(40).fill("self_click"));
  });

  it("is none behind a mobile company's address: others than the creator are paid", async () => {
    const link = await join();
    const ip = phone();
    const visitor = visit(link, 0, { ip, device: randomUUID() });
    const userId = asId<UserId>(link.creatorId);
    await recordPresence({ ...ctx, now: () => at(0) }, { userId, visitor });
    const others = Array.from({ length: 19 }, (_, n) =>
      visit(link, 60 + n * 3, { ip, device: randomUUID(), acceptLanguage: `en;q=0.${n}` }),
    );
    expect(await judge(others)).toEqual(Array(19).fill("valid"));
  });

  it("has the daily number of a shared address where phones and homes are on one AS", async () => {
    const link = await join();
    const fill = Array.from({ length: 4_000 }, (_, n) =>
      visit(link, n / 4, { ip: `24.${n >> 8}.${n & 255}.9`, device: randomUUID() }),
    );
    expect(countValid(await judge(fill))).toBe(4_000);
    const ip = phoneOrHome();
    const people = Array.from({ length: 45 }, (_, n) =>
      visit(link, 1_100 + n * 40, { ip, device: randomUUID(), acceptLanguage: `en;q=0.${n}` }),
    );
    expect(countValid(await judge(people))).toBe(40);
  });
});
