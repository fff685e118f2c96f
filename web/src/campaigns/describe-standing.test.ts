import { expect, it } from "vitest";
import { campaign } from "../testing/stub-api";
import { describeDeveloper, describeVerdict } from "./campaign-details";

const { standing, createdBy } = campaign;

it("describes the time to a verdict in seconds or minutes", () => {
  expect([null, 0.2, 1.1, 4.6].map(describeVerdict)).toEqual([
    null,
    "About 10 seconds",
    "About 1 minute",
    "About 5 minutes",
  ]);
});

it("names the developer and the year of their account", () => {
  expect(describeDeveloper({ createdBy, standing })).toBe("By Dana, here since 2026.");
});
