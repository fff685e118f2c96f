import { expect, it } from "vitest";
import { newClick } from "../testing/new-click";
import { tor } from "./addresses";

const listed = { list: "one", date: "2026-08-22" };
const find = (address: Parameters<typeof tor.find>[1]["address"]) =>
  tor.find(newClick(), { address });

it("names the list that has the address, and its date", () => {
  expect(find({ tor: listed })).toEqual(listed);
});

it("lets relays pass, and what an operator has allowed", () => {
  expect(find({ tor: listed, relay: listed })).toBeNull();
  const operator = { range: "203.0.113.0/24", effect: "allow", date: "2026-08-22" } as const;
  expect(find({ tor: listed, operator })).toBeNull();
});

it("lets every other address pass", () => {
  expect(find({})).toBeNull();
  expect(find({ vpn: listed })).toBeNull();
});
