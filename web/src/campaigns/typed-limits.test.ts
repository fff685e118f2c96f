import { expect, it } from "vitest";
import { parseLimits } from "./field-rules";

const none = { dailyCap: "", creatorCap: " " };

it("takes empty amounts for no limit, and others exactly", () => {
  expect(parseLimits(none, 1_500n)).toEqual({
    limits: { dailyCap: null, creatorCap: null },
    errors: {},
  });
  const typed = { dailyCap: "5", creatorCap: "0.0015" };
  expect(parseLimits(typed, 1_500n)).toEqual({
    limits: { dailyCap: 5, creatorCap: 0.0015 },
    errors: {},
  });
});

it.each(["0", "-1", "all", "1e3", "1000000"])("refuses %j", (dailyCap) => {
  expect(parseLimits({ ...none, dailyCap }, 1_500n).errors).toEqual({
    dailyCap: "A limit must be a valid amount",
  });
});

it("refuses a limit that cannot pay for a click", () => {
  expect(parseLimits({ ...none, creatorCap: "0.001" }, 1_500n).errors).toEqual({
    creatorCap: "A limit must pay for at least one click",
  });
});

it("understands a dollar sign and grouped thousands", () => {
  const typed = { dailyCap: "$1,000", creatorCap: " 25.00 " };
  const { limits, errors } = parseLimits(typed, 1_500n);
  expect(limits).toEqual({ dailyCap: 1_000, creatorCap: 25 });
  expect(errors).toEqual({});
});
