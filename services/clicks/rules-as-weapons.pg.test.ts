import { randomUUID } from "node:crypto";
import type { Click } from "@fairclick/core/clicks/click";
import { newClick } from "@fairclick/core/clicks/testing/new-click";
import { asId, type UserId } from "@fairclick/core/ids";
import { compileIpData } from "@fairclick/core/ip/ip-data";
import { parseList } from "@fairclick/core/ip/lists";
import { describe, expect, it } from "vitest";
import { recordPresence } from "../accounts/presence";
import { addUser } from "../testing/marketplace";
import { systemCtx } from "../testing/system-ctx";
import { recordClicks } from "./record-clicks";
import { markHoneypot } from "./retain";
import { openSettlementWorld } from "./testing/settlement-world";

/** What one person can try against the visitors of other links, through recording and settlement. */

const { db, at, settle, joinedCampaign, outcomes } = await openSettlementWorld();
const ctx = systemCtx(db);

const date = "2026-11-22";
const ipData = compileIpData({
  version: 1,
  lists: [
    { name: "cloud", class: "cloud", date, ranges: parseList("45.76.2.0/24").ranges },
    { name: "hosting", class: "datacenter", date, ranges: parseList("45.76.3.0/24").ranges },
  ],
  operatorRanges: [{ range: "89.204.0.0/16", effect: "shared", date }],
});
const PEOPLE = 60;

/** Addresses that no other test uses: the first is known to be a carrier's, the second is not. */
let hosts = 0;
const carrier = () => `89.204.130.${++hosts}`;
const cafe = () => `81.2.69.${++hosts}`;

type Joined = Awaited<ReturnType<typeof joinedCampaign>>;

/** A visit to a link `seconds` into the hour. */
function visit(link: Joined, seconds: number, change: Partial<Click> = {}): Click {
  const { id: campaignId, creatorId } = link;
  return newClick({ campaignId, creatorId, at: at(seconds).getTime(), ...change });
}

/** People at one address, each with a cookie and looks of their own, one every 40 seconds. */
function people(link: Joined, ip: string, change: Partial<Click> = {}): Click[] {
  return Array.from({ length: PEOPLE }, (_, n) =>
    visit(link, n * 40, { ip, device: randomUUID(), acceptLanguage: `en;q=0.${n}`, ...change }),
  );
}

async function judge(clicks: Click[]): Promise<string[]> {
  await recordClicks(ctx, clicks, ipData);
  await settle();
  return outcomes(clicks.map(({ id }) => id));
}

function count(reasons: string[]): Record<string, number> {
  return Object.fromEntries(
    [...Map.groupBy(reasons, (reason) => reason)].map(([reason, own]) => [reason, own.length]),
  );
}

const noHints = { secChUa: null, secChUaMobile: null, secChUaPlatform: null };
const noFetch = { secFetchDest: null, secFetchMode: null, secFetchSite: null };
const noHeaders = { secure: true, acceptLanguage: null, ...noHints, ...noFetch };

/** Without the limit of paid clicks per address, which is not what these tests are about. */
const notCounted = ["valid", "ip_daily"];

describe("a rival who sends one request to the honeypot", () => {
  const trap = (visitor: Click) => markHoneypot({ ...ctx, now: () => at(0) }, visitor);

  it("touches nobody else at a carrier's address, and is found by the own device", async () => {
    const link = await joinedCampaign();
    const ip = carrier();
    const rival = visit(link, 2_500, { ip, device: randomUUID() });
    await trap(rival);
    await trap(visit(link, 0, { ip }));
    const reasons = await judge([...people(link, ip), rival]);
    expect(reasons.pop()).toBe("honeypot");
    expect(reasons.filter((reason) => !notCounted.includes(reason))).toEqual([]);
  });

  it("touches no phone without a cookie that looks the same at a carrier's address", async () => {
    const link = await joinedCampaign();
    const ip = carrier();
    await trap(visit(link, 0, { ip }));
    const reasons = await judge([visit(link, 100, { ip })]);
    expect(reasons).toEqual(["valid"]);
  });

  it("at most holds machines that look the same where nothing is known of the address", async () => {
    const link = await joinedCampaign();
    const ip = cafe();
    await trap(visit(link, 0, { ip }));
    const alike = (n: number) => visit(link, 100 + n * 3_600, { ip });
    expect(count(await judge([alike(0)]))).toEqual({ honeypot_address: 1 });
    expect(
      await db.sql`select from clicks where campaign_id = ${link.id} and verdict = 'held'`,
    ).toHaveLength(1);
  });

  it("at most holds the others at an address that is not known to be shared", async () => {
    const link = await joinedCampaign();
    const ip = cafe();
    const rival = visit(link, 2_500, { ip, device: randomUUID() });
    await trap(rival);
    const reasons = await judge([...people(link, ip), rival]);
    expect(count(reasons)).toEqual({ honeypot_address: PEOPLE, honeypot: 1 });
    const [row] = await db.sql`
      select count(*)::int as held from clicks where verdict = 'held' and campaign_id = ${link.id}`;
    expect(row?.held).toBe(PEOPLE);
  });
});

describe("a rival of the same campaign at the carrier's addresses of a viral link", () => {
  const ADDRESSES = 6;
  const placed = (link: Joined, ips: string[], change: (n: number) => Partial<Click>) =>
    ips.flatMap((ip, a) =>
      Array.from({ length: 25 }, (_, n) => visit(link, n * 40 + a, { ip, ...change(n) })),
    );
  const followers = (link: Joined, ips: string[]) =>
    ips.flatMap((ip, a) =>
      Array.from({ length: 25 }, (_, n) =>
        visit(link, 1_200 + n * 60 + a, {
          ip,
          device: randomUUID(),
          acceptLanguage: `fr;q=0.${n}`,
        }),
      ),
    );
  const device = (n: number) => ({ device: randomUUID(), acceptLanguage: `en;q=0.${n}` });

  it("uses up the number of the own link alone", async () => {
    const link = await joinedCampaign();
    const rival = { ...link, creatorId: await addUser(db) };
    const ips = Array.from({ length: ADDRESSES }, carrier);
    const clicks = [...placed(rival, ips, device), ...followers(link, ips)];
    expect(count(await judge(clicks))).toEqual({ valid: 2 * 25 * ADDRESSES });
  });

  it("uses up no number with clicks on the viral link that are held", async () => {
    const link = await joinedCampaign();
    const ips = Array.from({ length: ADDRESSES }, carrier);
    const bare = () => ({ device: randomUUID(), ...noHeaders });
    const clicks = [...placed(link, ips, bare), ...followers(link, ips)];
    const reasons = await judge(clicks);
    expect(count(reasons.slice(0, 25 * ADDRESSES))).toEqual({ bare_browser: 25 * ADDRESSES });
    expect(count(reasons.slice(25 * ADDRESSES))).toEqual({ valid: 25 * ADDRESSES });
  });
});

describe("somebody with a visitor's phone at a visitor's address", () => {
  const aged = (seconds: number) =>
    `${randomUUID()}.${Bun.randomUUIDv7("hex", at(1_000 - seconds).getTime())}`;
  const AGES = [1_200, 2 * 86_400];

  it("at most has visitors held who have a cookie", async () => {
    const link = await joinedCampaign();
    const ips = AGES.map(cafe);
    const others = ips.map((ip) => visit(link, 900, { ip }));
    const visitors = ips.map((ip, n) => visit(link, 1_000, { ip, device: aged(AGES[n] ?? 0) }));
    const reasons = await judge([...others, ...visitors]);
    expect(count(reasons)).toEqual({ valid: 2, new_device_repeat: 2 });
    expect(
      await db.sql`select from clicks where campaign_id = ${link.id} and verdict = 'invalid'`,
    ).toEqual([]);
  });

  it("touches none of them as another creator of the campaign", async () => {
    const link = await joinedCampaign();
    const rival = { ...link, creatorId: await addUser(db) };
    const ips = AGES.map(cafe);
    const others = ips.map((ip) => visit(rival, 900, { ip }));
    const visitors = ips.map((ip, n) => visit(link, 1_000, { ip, device: aged(AGES[n] ?? 0) }));
    expect(count(await judge([...others, ...visitors]))).toEqual({ valid: 4 });
  });
});

describe("somebody who is signed in where visitors are", () => {
  const signIn = (userId: string, visitor: Click) =>
    recordPresence({ ...ctx, now: () => at(0) }, { userId: asId<UserId>(userId), visitor });

  it("as the creator behind a carrier's address touches nobody else, and is found by the device", async () => {
    const link = await joinedCampaign();
    const ip = carrier();
    const own = visit(link, 2_500, { ip, device: randomUUID() });
    await signIn(link.creatorId, own);
    const reasons = await judge([...people(link, ip), own]);
    expect(reasons.pop()).toBe("self_click");
    expect(reasons.filter((reason) => !notCounted.includes(reason))).toEqual([]);
  });

  it.each([carrier(), cafe()])(
    "as the developer makes only the own clicks free at %s",
    async (ip) => {
      const link = await joinedCampaign();
      const own = visit(link, 2_500, { ip, device: randomUUID() });
      await signIn(link.developerId, own);
      for (const acceptLanguage of ["en", "de", "pl"]) {
        await signIn(link.developerId, visit(link, 0, { ip, acceptLanguage }));
      }
      const reasons = await judge([...people(link, ip), own, visit(link, 2_600, { ip })]);
      expect(reasons.splice(PEOPLE, 1)).toEqual(["self_click"]);
      expect(reasons.filter((reason) => !notCounted.includes(reason))).toEqual([]);
    },
  );
});

describe("somebody who floods a rival's link that a thousand people follow", () => {
  const FOLLOWERS = 1_000;
  const ATTACK = 1_100;
  const HOUR = 3_000;

  /** Everybody at an address of their own: carriers, and the /24 of the attacker. */
  const followers = (link: Joined, from: number) =>
    Array.from({ length: FOLLOWERS }, (_, n) =>
      visit(link, 300 + (n * (HOUR - 600)) / FOLLOWERS, {
        ip: n % 2 === 0 ? `89.204.${from}.${(n / 2) % 250}` : `81.${from}.113.${n % 250}`,
        acceptLanguage: `en;q=0.${n}`,
        device: randomUUID(),
      }),
    );
  const attack = (link: Joined, change: (n: number) => Partial<Click>) =>
    Array.from({ length: ATTACK }, (_, n) => visit(link, (n * HOUR) / ATTACK, change(n)));
  const countPaid = async (link: Joined, from: number, change: (n: number) => Partial<Click>) => {
    const own = followers(link, from);
    const attacking = attack(link, change);
    const reasons = await judge([...own, ...attacking]);
    return {
      people: count(reasons.slice(0, own.length)),
      attacker: count(reasons.slice(own.length)),
    };
  };

  it("with curl touches nobody", async () => {
    const curl = () => ({ ip: "81.31.113.251", userAgent: "curl/8.5.0", ...noHints });
    const { people, attacker } = await countPaid(await joinedCampaign(), 31, curl);
    expect(attacker).toEqual({ known_bot: ATTACK });
    expect(people).toEqual({ valid: FOLLOWERS });
  });

  it.each([
    ["a cloud", "45.76.2.7", "datacenter"],
    ["what one list calls a data centre", "45.76.3.7", "ip_burst"],
  ])("from %s with a browser's headers touches nobody", async (_, ip, reason) => {
    const host = (n: number) => ({ ip, device: n % 2 ? randomUUID() : null });
    const { people, attacker } = await countPaid(await joinedCampaign(), 32, host);
    expect(attacker).toEqual({ [reason]: ATTACK });
    expect(people).toEqual({ valid: FOLLOWERS });
  });

  it("from a home in bursts loses the own clicks alone", async () => {
    const home = () => ({ ip: "81.33.113.251", device: randomUUID() });
    const { people, attacker } = await countPaid(await joinedCampaign(), 33, home);
    expect(attacker).toEqual({ ip_burst: ATTACK });
    expect(people).toEqual({ valid: FOLLOWERS });
  });

  it("with one device from many addresses loses the own clicks alone", async () => {
    const device = randomUUID();
    const moving = (n: number) => ({ ip: `81.34.113.${n % 251}`, device });
    const { people, attacker } = await countPaid(await joinedCampaign(), 35, moving);
    expect(attacker).toEqual({ device_burst: ATTACK });
    expect(people).toEqual({ valid: FOLLOWERS });
  });
});
