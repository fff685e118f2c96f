import { expect, it } from "vitest";
import { newClick } from "../testing/new-click";
import { proxy } from "./addresses";

const listed = { list: "open-proxies", date: "2026-08-22" };
const find = (address: Parameters<typeof proxy.find>[1]["address"]) =>
  proxy.find(newClick(), { address });
const operator = (effect: "allow" | "deny") =>
  ({ range: "203.0.113.0/24", effect, date: "2026-08-22" }) as const;

it("names the list that has the address, and its date", () => {
  expect(find({ proxy: listed })).toEqual(listed);
});

it("finds what an operator has denied, on a relay too", () => {
  const evidence = { list: "operators", range: "203.0.113.0/24", date: "2026-08-22" };
  expect(find({ operator: operator("deny") })).toEqual(evidence);
  expect(find({ operator: operator("deny"), relay: listed })).toEqual(evidence);
});

it("lets relays pass, and what an operator has allowed", () => {
  expect(find({ proxy: listed, relay: listed })).toBeNull();
  expect(find({ proxy: listed, operator: operator("allow") })).toBeNull();
});

it("lets every other address pass", () => {
  expect(find({})).toBeNull();
});
