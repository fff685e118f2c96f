import { expect, it } from "vitest";
import { mergeReplays, type Replay, sumByRule } from "./replay";

const valid = { verdict: "valid" as const, reason: null };
const burst = { verdict: "invalid" as const, reason: "ip_burst" };
const held = { verdict: "held" as const, reason: "vpn" };
const day = (from: number, more: Partial<Replay>): Replay => ({
  ...{ from: `2026-01-0${from}T00:00:00.000Z`, to: `2026-01-0${from + 1}T00:00:00.000Z` },
  ...{ clicks: 10, changed: 2, decidedByOperators: 1, micros: "-3000" },
  changes: [{ from: valid, to: burst, clicks: 2, micros: "-3000" }],
  campaigns: [{ campaignId: "a", name: "A", clicks: 10, changed: 2, micros: "-3000" }],
  creators: [{ creatorId: "x", username: "x", changed: 2, micros: "-3000" }],
  remarks: ["same"],
  ...more,
});

it("sums adjoining spans by outcome, campaign and creator", () => {
  const other = day(2, {
    ...{ changed: 3, micros: "1500" },
    changes: [
      { from: burst, to: valid, clicks: 3, micros: "4500" },
      { from: valid, to: burst, clicks: 2, micros: "-3000" },
    ],
    creators: [{ creatorId: "y", username: "y", changed: 3, micros: "1500" }],
  });
  expect(mergeReplays([day(1, {}), other])).toEqual({
    ...{ from: "2026-01-01T00:00:00.000Z", to: "2026-01-03T00:00:00.000Z" },
    ...{ clicks: 20, changed: 5, decidedByOperators: 2, micros: "-1500" },
    changes: [
      { from: valid, to: burst, clicks: 4, micros: "-6000" },
      { from: burst, to: valid, clicks: 3, micros: "4500" },
    ],
    campaigns: [{ campaignId: "a", name: "A", clicks: 20, changed: 4, micros: "-6000" }],
    creators: [
      { creatorId: "y", username: "y", changed: 3, micros: "1500" },
      { creatorId: "x", username: "x", changed: 2, micros: "-3000" },
    ],
    remarks: ["same"],
  });
});

it("sums by the rule that stops clicks or no longer does", () => {
  const changes = [
    { from: burst, to: valid, clicks: 3, micros: "4500" },
    { from: valid, to: burst, clicks: 1, micros: "-1500" },
    { from: burst, to: held, clicks: 2, micros: "0" },
  ];
  expect(sumByRule(changes)).toEqual([
    { rule: "ip_burst", stopped: 1, freed: 3, micros: "3000" },
    { rule: "vpn", stopped: 2, freed: 0, micros: "0" },
  ]);
});
