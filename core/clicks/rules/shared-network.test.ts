import { expect, it } from "vitest";
import { newClick } from "../testing/new-click";
import { sharedNetwork } from "./shared-network";

const range = { range: "100.64.0.0/10", date: "2026-11-22" };

it("notes a range that an operator has allowed", () => {
  const address = { operator: { ...range, effect: "allow" as const } };
  expect(sharedNetwork.find(newClick(), { address })).toEqual({
    by: "operator",
    list: "operators",
    ...range,
  });
});

it("notes neither a denied range nor an address that nobody decided about", () => {
  const address = { operator: { ...range, effect: "deny" as const } };
  expect(sharedNetwork.find(newClick(), { address })).toBeNull();
  expect(sharedNetwork.find(newClick(), { address: {} })).toBeNull();
});
