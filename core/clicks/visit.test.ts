import { expect, it } from "vitest";
import { isOnSharedNetwork, isVouchedFor } from "./signal";

const foundBy = (by?: string) =>
  new Map([
    ["shared_network" as const, { signal: "shared_network" as const, evidence: by ? { by } : {} }],
  ]);

it("treats carriers' and campuses' addresses as shared, and vouches for campuses and operators' ranges", () => {
  for (const by of ["carrier", "campus", "operator"]) {
    expect(isOnSharedNetwork(foundBy(by)), by).toBe(true);
  }
  expect(isOnSharedNetwork(foundBy("mixed"))).toBe(false);
  expect(isVouchedFor(foundBy("mixed"))).toBe(false);
  expect(isVouchedFor(foundBy("carrier"))).toBe(false);
  expect(isVouchedFor(foundBy("campus"))).toBe(true);
  expect(isVouchedFor(foundBy("operator"))).toBe(true);
  expect(isVouchedFor(new Map())).toBe(false);
});
