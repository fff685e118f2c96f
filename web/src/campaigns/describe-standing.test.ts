import { expect, it } from "vitest";
import { campaign } from "../testing/stub-api";
import { describeBudget, describeDeveloper, describeVerdict } from "./cards";

const now = new Date("2026-03-01T12:00:00Z");
const { standing, createdBy } = campaign;

it.each([
  [null, "Not known yet"],
  [0, "Less than an hour at today's rate"],
  [0.1, "About 2 hours at today's rate"],
  [1.2, "About 1 day at today's rate"],
  [12.4, "About 12 days at today's rate"],
  [900, "Over a year at today's rate"],
])("describes %j days of budget as %j", (budgetDays, text) => {
  const endDate = "2099-01-01T00:00:00.000Z";
  expect(describeBudget({ standing: { ...standing, budgetDays }, endDate }, now)).toBe(text);
});

it("does not promise more days than the campaign has", () => {
  const of = (budgetDays: number) =>
    describeBudget(
      { standing: { ...standing, budgetDays }, endDate: "2026-03-04T12:00:00.000Z" },
      now,
    );
  expect([of(2.9), of(3), of(900)]).toEqual([
    "About 3 days at today's rate",
    "Until the campaign ends",
    "Until the campaign ends",
  ]);
});

it("describes the time to a verdict in whole minutes", () => {
  expect([null, 0.2, 1.1, 4.6].map(describeVerdict)).toEqual([
    null,
    "About 1 minute",
    "About 1 minute",
    "About 5 minutes",
  ]);
});

it("names the developer and the year of their account", () => {
  expect(describeDeveloper({ createdBy, standing })).toBe("By Dana, here since 2026.");
});
