import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Policy, policy } from "./policy";
import { openReplay } from "./replay";
import { judgeClicks, type RecordedClick } from "./settlement-model";
import type { SignalName } from "./signal";

const HOUR_MS = 3_600_000;
const START = Date.UTC(2026, 0, 1);

const click = fc.record({
  seconds: fc.oneof(fc.nat(120), fc.nat(3 * 3_600)),
  campaign: fc.nat(1),
  creator: fc.nat(1),
  ip: fc.nat(3),
  device: fc.nat(4),
  deviceKnown: fc.boolean(),
  first: fc.nat(39),
  signals: fc.oneof(
    { weight: 6, arbitrary: fc.constant<SignalName[]>([]) },
    {
      weight: 2,
      arbitrary: fc.subarray<SignalName>(["preview_bot", "known_bot", "vpn", "relay", "paused"]),
    },
  ),
});
const rules = fc.record({
  burstClicks: fc.integer({ min: 2, max: 5 }),
  knownDeviceHours: fc.integer({ min: 1, max: 3 }),
  weakDeviceHours: fc.integer({ min: 1, max: 2 }),
  addressClicks: fc.integer({ min: 1, max: 5 }),
  addressHours: fc.integer({ min: 1, max: 2 }),
  anomalyClicks: fc.integer({ min: 1, max: 6 }),
  anomalyPercent: fc.integer({ min: 0, max: 80 }),
  vpn: fc.constantFrom("held" as const, "invalid" as const, "note" as const),
});

const uuid = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;
const inClickOrder = (a: RecordedClick, b: RecordedClick) => a.at - b.at || (a.id < b.id ? -1 : 1);

it("judges as the settlement model does, by whatever policy and budget", () => {
  fc.assert(
    fc.property(
      fc.array(click, { minLength: 1, maxLength: 40 }),
      rules,
      fc.tuple(fc.nat(12), fc.nat(12)),
      (given, { vpn, ...numbers }, budgets) => {
        const clicks = given.map(
          ({ seconds, campaign, creator, ip, device, first, ...rest }, index): RecordedClick => ({
            ...rest,
            id: uuid(index),
            at: START + seconds * 1_000,
            campaignId: `campaign${campaign}`,
            creatorId: `creator${creator}`,
            ipKey: `ip${ip}`,
            deviceKey: rest.deviceKnown
              ? `cookie:${uuid(device)}.${uuid(first % given.length)}`
              : `device${device}`,
          }),
        );
        const tried: Policy = { ...policy, ...numbers, effects: { ...policy.effects, vpn } };
        const free = new Map(
          budgets.map((left, index) => [
            `campaign${index}`,
            { payoutMicros: 7n, freeMicros: BigInt(left) * 7n + 3n },
          ]),
        );
        const expected = judgeClicks({
          due: clicks,
          recorded: clicks,
          judged: [],
          campaigns: new Map(
            [...free].map(([id, { payoutMicros, freeMicros }]) => [
              id,
              {
                payoutMicros,
                escrowMicros: freeMicros,
                claimedMicros: 0n,
                startsAt: 0,
                endsAt: Infinity,
                stoppedAt: null,
                funded: true,
                released: false,
              },
            ]),
          ),
          policy: tried,
          windowMs: 60_000,
        });
        const replay = openReplay({
          policy: tried,
          windowMs: 60_000,
          recorded: clicks,
          paid: [],
          outcomes: new Map(),
          budgets: free,
        });
        const sorted = (signals: readonly SignalName[]) => [...signals].sort();
        expect(
          clicks
            .toSorted(inClickOrder)
            .map((each) => replay.judge(each))
            .map((judged) => ({ ...judged, signals: sorted(judged.signals) })),
        ).toEqual(expected.map((judged) => ({ ...judged, signals: sorted(judged.signals) })));
      },
    ),
    { numRuns: 400 },
  );
});

describe("what came before", () => {
  const own: RecordedClick = {
    id: "1",
    at: START,
    campaignId: "c",
    creatorId: "u",
    ipKey: "ip",
    deviceKey: "device",
    deviceKnown: true,
    signals: [],
  };
  const open = (changes: Partial<Parameters<typeof openReplay>[0]>) =>
    openReplay({
      policy: { ...policy, anomalyClicks: 4, addressClicks: 1 },
      windowMs: 60_000,
      recorded: [],
      paid: [],
      outcomes: new Map(),
      budgets: new Map([["c", { payoutMicros: 7n, freeMicros: 700n }]]),
      ...changes,
    });

  it("makes repeats", () => {
    const paid = [{ ...own, id: "0", at: START - 23 * HOUR_MS }];
    expect(open({ paid }).judge(own)).toMatchObject({
      verdict: "invalid",
      reason: "device_repeat",
    });
    const long = [{ ...own, id: "0", at: START - 24 * HOUR_MS, ipKey: "other" }];
    expect(open({ paid: long }).judge(own)).toMatchObject({ verdict: "valid", paidMicros: 7n });
  });

  it("makes an address busy", () => {
    const paid = [{ ...own, id: "0", at: START - 23 * HOUR_MS, deviceKey: "other" }];
    expect(open({ paid }).judge(own)).toMatchObject({ verdict: "held", reason: "ip_daily" });
  });

  it("makes a link unusual", () => {
    const outcomes = (text: string) => new Map([["c:u", text]]);
    const verdict = (text: string) => open({ outcomes: outcomes(text) }).judge(own).reason;
    expect(verdict("01110")).toBe("link_anomaly");
    expect(verdict("11100")).toBeNull();
    expect(verdict("111")).toBeNull();
  });

  it("counts clicks that are kept as they are", () => {
    const replay = open({});
    replay.keep({ ...own, id: "0", at: START - 1_000 }, "valid");
    expect(replay.judge(own)).toMatchObject({ reason: "device_repeat" });
  });
});
