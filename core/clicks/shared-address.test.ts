import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { policy } from "./release-policy";
import { type GivenClick, judgeTestClicks, testId } from "./testing/judge-test-clicks";

const ipKey = "198.51.100.7";
const school = { by: "campus", fullBrowser: true } as const;
const carrierApp = { by: "carrier", fullBrowser: false } as const;
const SECOND = 1 / 60;

/** Clicks without a cookie from machines that look the same, one per interval of seconds. */
const alike = (count: number, seconds: number, change: Partial<GivenClick> = {}) =>
  Array.from({ length: count }, (_, index) => ({
    minute: index * seconds * SECOND,
    ipKey,
    deviceKey: "like:chromebook",
    weakKey: "like:chromebook",
    deviceKnown: false,
    shared: school,
    ...change,
  }));

const sharedAware = (clicks: GivenClick[], facts: Parameters<typeof judgeTestClicks>[1] = {}) =>
  judgeTestClicks(clicks, { clickRules: "shared-aware", ...facts });

const countPaid = (reasons: string[]) => reasons.filter((reason) => reason === "paid").length;

describe("people at a shared address", () => {
  it.each([20, 25, 30, 60])(
    "pays 25 of 30 pupils on equal Chromebooks, one every %i s",
    (seconds) => {
      const reasons = sharedAware(alike(30, seconds));
      expect(reasons).toEqual([...Array(25).fill("paid"), ...Array(5).fill("ip_daily")]);
      expect(countPaid(judgeTestClicks(alike(30, seconds)))).toBeLessThan(2);
    },
  );

  it("pays the others while one of them clicks every 20 seconds", () => {
    const others = Array.from({ length: 24 }, (_, index) => ({
      minute: index + 0.5,
      ipKey,
      shared: school,
    }));
    const restless = Array.from({ length: 72 }, (_, index) => ({
      minute: index / 3,
      ipKey,
      shared: school,
      deviceKey: "restless",
      campaignId: "other",
    }));
    const clicks = [...others, ...restless];
    expect(countPaid(sharedAware(clicks).slice(0, 24))).toBe(24);
    expect(countPaid(judgeTestClicks(clicks).slice(0, 24))).toBe(0);
  });

  it("keeps the first tap of somebody who taps four times", () => {
    const taps = (change: Partial<GivenClick>) =>
      Array.from({ length: 4 }, (_, index) => ({
        minute: index * 2 * SECOND,
        ipKey,
        deviceKey: "phone",
        ...change,
      }));
    const onePaid = ["paid", ...Array(3).fill("device_repeat")];
    expect(sharedAware(taps({ shared: school }))).toEqual(onePaid);
    expect(sharedAware(taps({ shared: school, deviceKnown: false }))).toEqual(onePaid);
    expect(sharedAware(taps({}))).toEqual(Array(4).fill("ip_burst"));
  });

  it("pays an app's browser that keeps no cookies once in five minutes", () => {
    const reasons = sharedAware(alike(31, 10, { shared: carrierApp }));
    expect(reasons.slice(0, 30)).toEqual(["paid", ...Array(29).fill("device_repeat")]);
    expect(reasons.at(-1)).toBe("paid");
  });

  it("pays a device once if it clicks again with the cookie of the first click", () => {
    const [first] = alike(1, 0);
    const deviceKey = `cookie:6f1f9f2e-5b1a-4a55-9d3f-0c8f0a4f6b7d.${testId(0)}`;
    const again = { ...first, minute: 30, deviceKey, deviceKnown: true };
    expect(sharedAware([{ minute: 0, ...first }, again])).toEqual(["paid", "device_repeat"]);
  });

  it("pays more clicks of an address the more the link has, by one percent", () => {
    const startsAt = Date.UTC(2026, 2, 3, 11);
    const paidOfLinks = (valid: number) =>
      new Map([["campaign:creator", [{ startsAt, clicks: valid + 50_000, unshared: valid }]]]);
    const paidWith = (valid: number) =>
      countPaid(sharedAware(alike(300, 60), { paidOfLinks: paidOfLinks(valid) }));
    expect([0, 2_500, 8_000].map(paidWith)).toEqual([25, 25, 80]);
    expect(paidWith(1_000_000)).toBe(policy.shared.mostAddressClicks);
  });
});

describe("machines at a shared address", () => {
  it("pays none of twenty devices in a minute, and all of nineteen", () => {
    const devices = (count: number) =>
      Array.from({ length: count }, (_, index) => ({
        minute: index * 3 * SECOND,
        ipKey,
        shared: school,
      }));
    expect(sharedAware(devices(20))).toEqual(Array(20).fill("ip_burst"));
    expect(sharedAware(devices(19))).toEqual(Array(19).fill("paid"));
  });

  it("pays none of twenty clicks of one device in a minute", () => {
    const clicks = alike(20, 3, { shared: carrierApp });
    expect(sharedAware(clicks)).toEqual(Array(20).fill("device_burst"));
  });

  it("judges a shared address by the letter on a literal campaign", () => {
    const four = Array.from({ length: 4 }, (_, index) => ({
      minute: index * 20 * SECOND,
      ipKey,
      shared: school,
    }));
    expect(judgeTestClicks(four)).toEqual(Array(4).fill("ip_burst"));
  });

  it("judges other addresses by the letter on a shared-aware campaign", () => {
    const four = Array.from({ length: 4 }, (_, index) => ({ minute: index * 20 * SECOND, ipKey }));
    expect(sharedAware(four)).toEqual(Array(4).fill("ip_burst"));
    const { shared: _, ...unknown } = alike(1, 0)[0] ?? {};
    const clicks = Array.from({ length: 30 }, (__, index) => ({ ...unknown, minute: index }));
    expect(countPaid(sharedAware(clicks))).toBe(1);
  });
});

describe("farms", () => {
  const farmClick = fc.record({
    minute: fc.integer({ min: 0, max: 1_439 }),
    modem: fc.nat(9),
    looks: fc.nat(39),
    cookie: fc.boolean(),
    fullBrowser: fc.boolean(),
    creator: fc.nat(2),
  });

  /** However it mixes looks, cookies, browsers and sock puppets, and whatever it holds or refuses. */
  it("pays each creator for an address of ten modems at most its daily number", () => {
    fc.assert(
      fc.property(fc.array(farmClick, { minLength: 300, maxLength: 600 }), (given) => {
        const clicks = given.map(({ minute, modem, looks, cookie, fullBrowser, creator }) => ({
          minute,
          ipKey: `198.51.100.${modem}`,
          deviceKey: cookie ? `device${modem}-${looks}` : `like:${modem}-${looks}`,
          weakKey: `like:${modem}-${looks}`,
          deviceKnown: cookie,
          creatorId: `creator${creator}`,
          shared: { by: "carrier", fullBrowser } as const,
        }));
        const reasons = sharedAware(clicks);
        const paid = clicks.filter((_, index) => reasons[index] === "paid");
        for (const own of Map.groupBy(paid, (c) => `${c.ipKey} ${c.creatorId}`).values()) {
          expect(own.length).toBeLessThanOrEqual(policy.addressClicks);
        }
      }),
      { numRuns: 30 },
    );
  });

  /** With another user agent each, evenly over a day: what earns most under either choice. */
  const farm = (addresses: number) =>
    Array.from({ length: addresses * 40 }, (_, index) => ({
      minute: (index * 1_439) / (addresses * 40),
      ipKey: `198.51.${Math.floor((index % addresses) / 250)}.${(index % addresses) % 250}`,
      deviceKey: `like:${index}`,
      weakKey: `like:${index}`,
      deviceKnown: false,
      shared: carrierApp,
    }));

  it.each([
    ["one address", 1],
    ["ten modems", 10],
    ["modems that had 300 addresses", 300],
  ])("pays %s the same as a literal campaign", (_name, addresses) => {
    const clicks = farm(addresses);
    expect(countPaid(judgeTestClicks(clicks))).toBe(25 * addresses);
    expect(countPaid(sharedAware(clicks))).toBe(25 * addresses);
  });
});
