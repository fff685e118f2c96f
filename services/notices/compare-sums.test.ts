import { expect, it } from "vitest";
import { type CurrentSums, compareSums, type ReportedSums, reportedNothing } from "./webhooks";

const began = new Date("2026-03-01T11:00:00Z");
const at = new Date("2026-03-01T12:00:00Z");
const none = { valid: 0, invalid: 0, held: 0, unpaid: 0 };
const sums = (changes: Partial<CurrentSums> = {}): CurrentSums => ({
  name: "Obby",
  status: "ACTIVE",
  clicks: none,
  micros: 0n,
  conversions: {},
  ...changes,
});
const before: ReportedSums = { ...reportedNothing(began), status: "ACTIVE" };
const compare = (now: CurrentSums, from = before, side: "campaign" | "link" = "campaign") =>
  compareSums({ side, campaignId: "c", before: from, now, at });

it("reports nothing if nothing changed", () => {
  expect(compare(sums())).toEqual({ events: [], reported: before });
});

it("reports clicks by verdict and their cost since the last event, with totals", () => {
  const clicks = { valid: 3, invalid: 2, held: 1, unpaid: 0 };
  const first = compare(sums({ clicks, micros: 4_500n }));
  expect(first.events).toEqual([
    {
      kind: "campaign.clicks_counted",
      data: {
        ...{ campaignId: "c", campaign: "Obby" },
        since: began.toISOString(),
        until: at.toISOString(),
        changes: { ...clicks, costMicros: "4500" },
        totals: { ...clicks, costMicros: "4500" },
      },
    },
  ]);
  const later = { valid: 4, invalid: 2, held: 0, unpaid: 0 };
  const [event] = compare(sums({ clicks: later, micros: 6_000n }), first.reported).events;
  expect(event?.data).toMatchObject({
    since: at.toISOString(),
    changes: { ...none, valid: 1, held: -1, costMicros: "1500" },
    totals: { ...later, costMicros: "6000" },
  });
});

it("names what clicks earned on the side of a creator", () => {
  const { events } = compare(sums({ micros: 9_007_199_254_740_993n }), before, "link");
  expect(events).toMatchObject([
    {
      kind: "link.clicks_counted",
      data: { changes: { ...none, earnedMicros: "9007199254740993" } },
    },
  ]);
});

it("reports conversions by event, also those that no longer count", () => {
  const first = compare(sums({ conversions: { joined: 5, bought: 2 } }));
  expect(first.events).toMatchObject([
    { kind: "campaign.conversions_counted", data: { changes: { joined: 5, bought: 2 } } },
  ]);
  const second = compare(sums({ conversions: { joined: 6 } }), first.reported);
  expect(second.events).toMatchObject([
    {
      data: { since: at.toISOString(), changes: { joined: 1, bought: -2 }, totals: { joined: 6 } },
    },
  ]);
});

it("reads hostile names of events as names", () => {
  const conversions = JSON.parse('{"__proto__":2,"constructor":1}');
  const { events, reported } = compare(sums({ conversions }));
  expect(JSON.stringify(events[0]?.data.changes)).toBe('{"__proto__":2,"constructor":1}');
  const stored = JSON.parse(JSON.stringify(reported));
  expect(compare(sums({ conversions }), stored).events).toEqual([]);
});

it("reports a new state with the one before", () => {
  const { events, reported } = compare(sums({ status: "EXHAUSTED" }));
  expect(events).toEqual([
    {
      kind: "campaign.state_changed",
      data: { campaignId: "c", campaign: "Obby", from: "ACTIVE", to: "EXHAUSTED" },
    },
  ]);
  expect(reported.status).toBe("EXHAUSTED");
});
