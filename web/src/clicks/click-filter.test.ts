import { expect, it } from "vitest";
import { type ClickFilter, NO_FILTER, readFilter, toConditions, writeFilter } from "./click-filter";

it("reads what it writes", () => {
  const filter: ClickFilter = {
    verdict: "valid",
    category: "Bot traffic",
    creator: "u2",
    country: "DE",
    device: "phone",
    day: "2026-11-22",
  };
  expect(readFilter(writeFilter(filter))).toEqual(filter);
  expect(writeFilter({})).toBe(NO_FILTER);
  expect(readFilter(NO_FILTER)).toEqual({});
});

it("leaves out what is not valid", () => {
  const text = "verdict=great&country=de&device=toaster&day=2026-99-99&other=1&creator=";
  expect(readFilter(text)).toEqual({});
});

it("converts a local day to its span of time", () => {
  const { from = "", to = "" } = toConditions({ day: "2026-11-22", country: "DE" }) as {
    from?: string;
    to?: string;
  };
  expect(new Date(from).getHours()).toBe(0);
  expect(new Date(from).getDate()).toBe(22);
  expect(new Date(to).getDate()).toBe(23);
});
