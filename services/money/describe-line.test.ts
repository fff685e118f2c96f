import type { HistoryRow } from "@fairclick/sql/money/wallet";
import { expect, it } from "vitest";
import { describeLine } from "./wallet";

const line = (changes: Partial<HistoryRow>) =>
  describeLine({
    type: "earnings",
    micros: 0n,
    status: "completed",
    campaign: "Tower",
    clicks: null,
    note: null,
    ...changes,
  });

it.each<[string, Partial<HistoryRow>]>([
  ["30 clicks × $0.0015 on “Tower”", { clicks: 30n, micros: 45_000n }],
  ["1 click × $1.50 on “Tower”", { clicks: 1n, micros: 1_500_000n }],
  ["1,200 clicks × $0.002 on “Tower”", { clicks: 1_200n, micros: 2_400_000n }],
  ["Budget of “Tower”", { type: "reservation" }],
  ["Unused budget of a campaign", { type: "release", campaign: null }],
  ["Waiting for the payment", { type: "deposit", status: "pending" }],
  ["Added to your wallet", { type: "deposit" }],
  ["The bank said no.", { type: "deposit", status: "failed", note: "The bank said no." }],
  ["On its way to your bank", { type: "withdrawal", status: "pending" }],
  ["Sent to your bank", { type: "withdrawal" }],
  ["Refund of your deposit.", { type: "refund", note: "Refund of your deposit." }],
  ["Correction of an earlier entry", { type: "correction" }],
])("says %j", (text, changes) => {
  expect(line(changes)).toBe(text);
});
