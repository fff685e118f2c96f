import { describe, expect, it } from "vitest";
import { ipKey } from "../../ip/numbers";
import { policy } from "../release-policy";
import type { SignalName } from "../signal";
import type { RecordedClick } from "./model-types";
import { judgeClicks } from "./settlement-model";

const campaign = "0197a000-0000-7000-8000-000000000001";
const noon = Date.UTC(2026, 2, 3, 12);
const MINUTE = 60;
const HOUR = 3_600;

const makeId = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, "0")}`;

type Visit = { second: number; ip?: string; device?: string; known?: boolean; signals?: string[] };

/** Reasons in the order of the visits; `paid` for a click that was. */
function judge(visits: (Visit & { creator?: string })[]): string[] {
  const recorded = visits.map((visit, index): RecordedClick => {
    const { second, ip = "203.0.113.7", device = "phone", known = true, creator = "a" } = visit;
    return {
      id: makeId(index),
      at: noon + second * 1_000,
      campaignId: campaign,
      creatorId: creator,
      ipKey: ipKey(ip),
      deviceKey: device,
      deviceKnown: known,
      deviceClass: "phone",
      country: null,
      signals: (visit.signals ?? []) as SignalName[],
    };
  });
  const funds = {
    prices: [{ from: 0, payoutMicros: 1n }],
    feeBasisPoints: 0,
    escrowMicros: 1_000n,
    claimedMicros: 0n,
    startsAt: 0,
    endsAt: Number.MAX_SAFE_INTEGER,
    stoppedAt: null,
    funded: true,
    released: false,
    clickRules: "literal" as const,
    audience: { countries: null, devices: null },
    limits: [],
  };
  const judged = judgeClicks({
    due: recorded,
    recorded,
    judged: [],
    campaigns: new Map([[campaign, funds]]),
    policy,
    windowMs: policy.windowSeconds * 1_000,
  });
  return judged
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .map(({ verdict, reason }) => (verdict === "valid" ? "paid" : (reason ?? "")));
}

const many = (count: number, visit: (index: number) => Visit) =>
  Array.from({ length: count }, (_, index) => visit(index));

describe("people", () => {
  it("pays one of two taps in a second, and nothing for a reload", () => {
    expect(judge([{ second: 0 }, { second: 1 }])).toEqual(["paid", "device_repeat"]);
    expect(judge([{ second: 0 }, { second: 5 * MINUTE }])).toEqual(["paid", "device_repeat"]);
  });

  it("pays once who had no cookie yet at the first click, if that was paid", () => {
    const first = { second: 0, device: "like", known: false };
    const cookie = `cookie:6f1f9f2e-5b1a-4a55-9d3f-0c8f0a4f6b7d.${makeId(0)}`;
    const later = (second: number) => ({ second, device: cookie });
    expect(judge([first, later(2 * HOUR), later(24 * HOUR)])).toEqual([
      "paid",
      "device_repeat",
      "paid",
    ]);
    expect(judge([{ ...first, signals: ["paused"] }, later(2 * HOUR)])).toEqual(["paused", "paid"]);
  });

  it("pays who comes back a day later", () => {
    const day = 24 * HOUR;
    expect(judge([{ second: 0 }, { second: day - 1 }, { second: day }])).toEqual([
      "paid",
      "device_repeat",
      "paid",
    ]);
  });

  it("pays three of a family who open a link at once, in one home and at one IPv6 network", () => {
    const family = (ip: (index: number) => string) =>
      judge(many(3, (index) => ({ second: index, device: `${index}`, ip: ip(index) })));
    expect(family(() => "203.0.113.7")).toEqual(["paid", "paid", "paid"]);
    expect(family((index) => `2001:db8:1:2::${index}`)).toEqual(["paid", "paid", "paid"]);
  });

  it("pays a tap after the app loaded the link ahead of it and made a card for it", () => {
    const fetches = many(4, (second) => ({ second, signals: ["prefetch"], device: "app" }));
    const preview = { second: 5, signals: ["preview_bot"], device: "server" };
    const probes = many(3, (index) => ({ second: 6 + index, signals: ["not_get"] }));
    expect(judge([...fetches, preview, ...probes, { second: 10 }]).at(-1)).toBe("paid");
  });

  it("pays strangers who share a carrier's address, and holds their clicks above a limit", () => {
    const strangers = many(30, (index) => ({ second: index * 30, device: `${index}` }));
    expect(judge(strangers)).toEqual([...Array(25).fill("paid"), ...Array(5).fill("ip_daily")]);
  });

  it("pays phones that look alike and keep no cookies at one address, one an hour", () => {
    const looks = { device: "like", known: false };
    expect(
      judge([
        { second: 0, ...looks },
        { second: HOUR - 1, ...looks },
        { second: HOUR, ...looks },
      ]),
    ).toEqual(["paid", "device_repeat", "paid"]);
  });
});

describe("machines", () => {
  it("pays none of four clicks from one address in a minute, on any devices", () => {
    const burst = many(4, (index) => ({ second: index * 20, device: `${index}` }));
    expect(judge(burst)).toEqual(Array(4).fill("ip_burst"));
  });

  it("pays none of four clicks from one device in a minute, from any addresses", () => {
    const burst = many(4, (index) => ({ second: index, ip: `203.0.113.${index}` }));
    expect(judge(burst)).toEqual(Array(4).fill("device_burst"));
  });

  it("counts all addresses of an IPv6 /64 as one", () => {
    const rotating = many(4, (index) => ({
      second: index,
      device: `${index}`,
      ip: `2001:db8:1:2:${index}::1`,
    }));
    expect(judge(rotating)).toEqual(Array(4).fill("ip_burst"));
  });

  it("counts clicks on the links of many creators together", () => {
    const farm = many(4, (index) => ({
      second: index * 10,
      device: `${index}`,
      creator: `${index}`,
    }));
    expect(judge(farm)).toEqual(Array(4).fill("ip_burst"));
  });

  it("pays a device that drips all day once, and its address no more than the limit", () => {
    const drip = many(48, (index) => ({ second: index * 30 * MINUTE }));
    expect(judge(drip)).toEqual(["paid", ...Array(47).fill("device_repeat")]);
    const throwaway = many(48, (index) => ({ second: index * 30 * MINUTE, device: `${index}` }));
    expect(judge(throwaway).filter((reason) => reason === "paid")).toHaveLength(
      policy.addressClicks,
    );
  });
});
