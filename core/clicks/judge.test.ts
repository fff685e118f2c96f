import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Audience, audienceDevices, everybody } from "../campaigns/audience";
import { type ClickRules, clickRuleChoices } from "../campaigns/campaign-input";
import { clickFee } from "../campaigns/prices";
import type { Pricing } from "../campaigns/status";
import { type ClickToJudge, type Facts, needName, sharedKey } from "./facts";
import { judge } from "./judge";
import type { Policy } from "./policy";
import { policy } from "./release-policy";
import type { SignalName } from "./signal";
import type { Spending } from "./spending";
import type { RecordedClick } from "./testing/model-types";
import { judgeClicks } from "./testing/settlement-model";

const HOUR_MS = 3_600_000;
const START = Date.UTC(2026, 0, 1, 22, 30);

const click = fc.record({
  seconds: fc.oneof(fc.nat(120), fc.nat(3 * 3_600)),
  campaign: fc.nat(1),
  creator: fc.nat(1),
  ip: fc.nat(3),
  device: fc.nat(4),
  looks: fc.nat(4),
  deviceKnown: fc.boolean(),
  deviceClass: fc.constantFrom("phone", "phone", "tablet", "desktop", "console", "tv"),
  country: fc.constantFrom("DE", "DE", "FR", null),
  first: fc.nat(39),
  signals: fc.oneof(
    { weight: 6, arbitrary: fc.constant<SignalName[]>([]) },
    {
      weight: 2,
      arbitrary: fc.subarray<SignalName>([
        "preview_bot",
        "known_bot",
        "datacenter",
        "vpn",
        "relay",
        "paused",
      ]),
    },
  ),
  sharedBy: fc.option(
    fc.record({
      by: fc.constantFrom("operator", "carrier", "mixed", "campus"),
      fullBrowser: fc.boolean(),
    }),
    { nil: undefined },
  ),
});
const rules = fc.record({
  burstClicks: fc.integer({ min: 2, max: 5 }),
  knownDeviceHours: fc.integer({ min: 1, max: 3 }),
  weakDeviceHours: fc.integer({ min: 1, max: 2 }),
  addressClicks: fc.integer({ min: 1, max: 5 }),
  addressHours: fc.integer({ min: 1, max: 2 }),
  shared: fc.record({
    burstClicks: fc.integer({ min: 2, max: 6 }),
    weakDeviceMinutes: fc.integer({ min: 1, max: 30 }),
    fullBrowserSeconds: fc.integer({ min: 1, max: 60 }),
    addressClicks: fc.integer({ min: 1, max: 4 }),
    addressPermille: fc.integer({ min: 0, max: 900 }),
    mostAddressClicks: fc.integer({ min: 2, max: 8 }),
  }),
  vpn: fc.constantFrom("held" as const, "invalid" as const, "note" as const),
});

const audience: fc.Arbitrary<Audience> = fc.record({
  countries: fc.constantFrom(null, null, ["DE"], ["DE", "FR"]),
  devices: fc.option(fc.subarray([...audienceDevices], { minLength: 1 })),
});

/** Set in the course of the clicks, which may lie across a midnight. */
const limits = fc.record({
  from: fc.nat(100_000).map((seconds) => START + seconds * 1_000),
  dailyCapMicros: fc.option(fc.bigInt(0n, 100n)),
  creatorCapMicros: fc.option(fc.bigInt(0n, 100n)),
});

/** Of version 7: it has a time within the clicks'. */
const uuid = (number: number) => {
  const at = (START + number * 240_000).toString(16).padStart(12, "0");
  return `${at.slice(0, 8)}-${at.slice(8)}-7000-8000-${String(number).padStart(12, "0")}`;
};

const toJudge = (click: RecordedClick): ClickToJudge => ({
  ...click,
  weakKey: (click.deviceKnown ? click.weakKey : click.deviceKey) ?? null,
  signals: click.signals.map((signal) => ({
    signal,
    evidence: (signal === "shared_network" && click.sharedBy) || {},
  })),
  kept: null,
});

type Funds = Pricing & {
  freeMicros: bigint;
  clickRules?: ClickRules;
  audience?: Audience;
  spending?: Spending | null;
};
const sevenMicros = { prices: [{ from: 0, payoutMicros: 7n, feeMicros: 0n }] };
const alwaysOn = {
  startsAt: 0,
  endsAt: Infinity,
  fundedAt: 0,
  stoppedAt: null,
  releasedAt: null,
  spending: null,
};
const withFunds = (funds: Map<string, Funds>) =>
  new Map(
    [...funds].map(([id, left]) => [
      id,
      { clickRules: "literal" as const, audience: everybody, ...alwaysOn, ...left },
    ]),
  );

const noFacts: Facts = {
  clicks: [],
  campaigns: new Map(),
  neighbours: new Map(),
  firstClicks: new Map(),
  paidOfLinks: new Map(),
};

it("ends before the first click about which an unjudged one may decide", () => {
  const addressHours = policy.addressHours * 3_600_000;
  const click = (n: number, more: Partial<ClickToJudge> = {}): ClickToJudge => ({
    ...{ id: uuid(n), at: START + n * 120_000, campaignId: "a", creatorId: "c", kept: null },
    ...{ ipKey: "203.0.113.1", deviceKey: `d${n}`, weakKey: null, deviceKnown: true, signals: [] },
    ...{ deviceClass: null, country: null, ...more },
  });
  const count = (all: boolean, unjudged: ClickToJudge[], last: Partial<ClickToJudge> = {}) => {
    const clicks = [
      ...Array.from({ length: policy.addressClicks - 2 }, (_, n) => click(n)),
      click(90, last),
    ];
    const campaigns = withFunds(new Map([["a", { ...sevenMicros, freeMicros: 1_000n }]]));
    const facts = { ...noFacts, clicks, campaigns };
    return judge({ ...facts, unjudged: new Map([[uuid(90), { clicks: unjudged, all }]]) }, policy)
      .length;
  };
  const other = (n: number, more: Partial<ClickToJudge> = {}) =>
    click(n, { campaignId: "b", ...more });
  const whole = policy.addressClicks - 1;
  expect(count(true, [other(80)])).toBe(whole);
  expect(count(true, [other(80), other(81)])).toBe(whole - 1);
  expect(count(true, [other(80), other(81, { creatorId: "d" })])).toBe(whole);
  expect(count(true, [other(80), other(81, { at: START - addressHours })])).toBe(whole);
  expect(
    count(true, [other(80), other(81)], { signals: [{ signal: "known_bot", evidence: {} }] }),
  ).toBe(whole);
  expect(count(true, [other(90, { id: uuid(89) })])).toBe(whole - 1);
  expect(count(false, [other(80)])).toBe(whole - 1);
});

/** Seven micros, then more or less from some time within the run on. */
const pricings = fc.record({
  prices: fc
    .array(fc.record({ seconds: fc.nat(7_200), payoutMicros: fc.constantFrom(3n, 7n, 11n) }), {
      maxLength: 2,
    })
    .map((later) => [
      { from: 0, payoutMicros: 7n },
      ...later
        .toSorted((a, b) => a.seconds - b.seconds)
        .map(({ seconds, payoutMicros }) => ({ from: START + seconds * 1_000, payoutMicros })),
    ]),
  feeBasisPoints: fc.constantFrom(0, 2_500),
});

it("reaches the settlement model's verdicts under any policy and budget", () => {
  fc.assert(
    fc.property(
      fc.array(click, { minLength: 1, maxLength: 40 }),
      rules,
      fc.tuple(fc.nat(12), fc.nat(12)),
      fc.constantFrom(...clickRuleChoices),
      audience,
      fc.array(limits, { maxLength: 2 }),
      pricings,
      (given, { vpn, ...numbers }, budgets, clickRules, audience, limited, pricing) => {
        const clicks = given.map(
          (
            { seconds, campaign, creator, ip, device, looks, first, sharedBy, ...rest },
            index,
          ): RecordedClick => ({
            ...rest,
            signals: sharedBy ? [...rest.signals, "shared_network"] : rest.signals,
            ...(sharedBy ? { sharedBy } : {}),
            id: uuid(index),
            at: START + seconds * 1_000,
            campaignId: `campaign${campaign}`,
            creatorId: `creator${creator}`,
            ipKey: `203.0.${ip % 2}.${ip}`,
            weakKey: `device${looks}`,
            deviceKey: rest.deviceKnown
              ? `cookie:${uuid(device)}.${uuid(first % given.length)}`
              : `device${device}`,
          }),
        );
        const tried: Policy = { ...policy, ...numbers, effects: { ...policy.effects, vpn } };
        const free = new Map(
          budgets.map((left, index) => [
            `campaign${index}`,
            {
              ...pricing,
              prices: pricing.prices.map((price) => ({
                ...price,
                feeMicros: clickFee(pricing.feeBasisPoints, price.payoutMicros),
              })),
              freeMicros: BigInt(left) * 7n + 3n,
              clickRules: index === 0 ? clickRules : ("literal" as const),
              audience: index === 0 ? everybody : audience,
              limits: index === 0 ? limited.toSorted((a, b) => a.from - b.from) : [],
            },
          ]),
        );
        const expected = judgeClicks({
          due: clicks,
          recorded: clicks,
          judged: [],
          campaigns: new Map(
            [...free].map(
              ([id, { prices, feeBasisPoints, freeMicros, clickRules, audience, limits }]) => [
                id,
                {
                  prices: [...prices],
                  feeBasisPoints,
                  escrowMicros: freeMicros,
                  claimedMicros: 0n,
                  startsAt: 0,
                  endsAt: Infinity,
                  stoppedAt: null,
                  funded: true,
                  released: false,
                  clickRules,
                  audience,
                  limits,
                },
              ],
            ),
          ),
          policy: tried,
          windowMs: 60_000,
        });
        const sorted = (signals: readonly SignalName[]) => [...signals].sort();
        const campaigns = withFunds(
          new Map(
            [...free].map(([id, { limits, ...funds }]) => [
              id,
              { ...funds, spending: { limits, days: new Map(), creators: new Map() } },
            ]),
          ),
        );
        const facts = { ...noFacts, clicks: clicks.map(toJudge), campaigns };
        expect(
          judge(facts, tried).map(({ policyVersion: _, ...judged }) => ({
            ...judged,
            signals: sorted(judged.signals.map(({ signal }) => signal)),
          })),
        ).toEqual(expected.map((judged) => ({ ...judged, signals: sorted(judged.signals) })));
      },
    ),
    { numRuns: 400 },
  );
});

describe("what came before", () => {
  const own: ClickToJudge = {
    id: "1",
    at: START,
    campaignId: "c",
    creatorId: "u",
    ipKey: "203.0.113.9",
    deviceKey: "device",
    weakKey: null,
    deviceKnown: true,
    deviceClass: "phone",
    country: null,
    signals: [],
    kept: null,
  };
  const campaigns = withFunds(new Map([["c", { ...sevenMicros, freeMicros: 700n }]]));
  const strict = { ...policy, addressClicks: 1 };
  const judgeOwn = (facts: Partial<Facts>) =>
    judge({ ...noFacts, campaigns, clicks: [own], ...facts }, strict).at(-1);
  const paidBy = (key: "ipKey" | "deviceKey", click: ClickToJudge) => {
    const need =
      key === "ipKey"
        ? ({ key, among: "valid", within: "creator" } as const)
        : ({ key, among: "paid", within: "campaign" } as const);
    const paid = new Map([[sharedKey(click, need) ?? "", [click]]]);
    return { neighbours: new Map([[needName(need), paid]]) };
  };

  it("makes repeats", () => {
    const paid = paidBy("deviceKey", { ...own, id: "0", at: START - 23 * HOUR_MS });
    expect(judgeOwn(paid)).toMatchObject({
      verdict: "invalid",
      reason: "device_repeat",
    });
    const long = paidBy("deviceKey", { ...own, id: "0", at: START - 24 * HOUR_MS });
    expect(judgeOwn(long)).toMatchObject({ verdict: "valid", paidMicros: 7n });
  });

  it("makes an address busy", () => {
    const paid = paidBy("ipKey", { ...own, id: "0", at: START - 23 * HOUR_MS });
    expect(judgeOwn(paid)).toMatchObject({ verdict: "held", reason: "ip_daily" });
  });

  it("counts clicks that are kept as they are", () => {
    const kept = { ...own, id: "0", at: START - 1_000, kept: "valid" as const };
    expect(judgeOwn({ clicks: [own, kept] })).toMatchObject({ reason: "device_repeat" });
  });
});

it("names the version of the policy on every click", () => {
  const campaigns = withFunds(new Map([["c", { ...sevenMicros, freeMicros: 7n }]]));
  const clicks = ["1", "2"].map((id) => ({
    id,
    at: START,
    campaignId: "c",
    creatorId: "u",
    ipKey: null,
    deviceKey: null,
    weakKey: null,
    deviceKnown: false,
    deviceClass: null,
    country: null,
    signals: [],
    kept: null,
  }));
  const judged = judge({ ...noFacts, campaigns, clicks }, { ...policy, version: 77 });
  expect(judged.map(({ reason, policyVersion }) => [reason, policyVersion])).toEqual([
    [null, 77],
    ["exhausted", 77],
  ]);
});
