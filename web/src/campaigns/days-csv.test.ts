import { expect, it } from "vitest";
import { daysCsv } from "./campaign-stats";

it("has one line per day, with exact amounts", () => {
  const at = new Date(2026, 2, 1).toISOString();
  const clicks = { valid: 30, invalid: 11, held: 1, unpaid: 2, pending: 3, spend: 0.0455 };
  expect(daysCsv([{ at, ...clicks, impressions: 500, conversions: 12 }])).toBe(
    "day,valid,invalid,held,unpaid,pending,paid_usd,impressions,conversions\r\n2026-03-01,30,11,1,2,3,0.0455,500,12\r\n",
  );
});
