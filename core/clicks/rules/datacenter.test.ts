import { expect, it } from "vitest";
import { newClick } from "../testing/new-click";
import { datacenter } from "./addresses";

const listed = { list: "one", date: "2026-08-22" };
const find = (address: Parameters<typeof datacenter.find>[1]["address"]) =>
  datacenter.find(newClick(), { address });

it("names the list that has the address, and its date", () => {
  expect(find({ cloud: listed })).toEqual(listed);
});

it("believes a cloud's own list, and names the AS", () => {
  expect(find({ cloud: listed, asn: 16509 })).toEqual({ ...listed, asn: 16509 });
  expect(find({ cloud: listed, vpn: listed, asn: 16509 })).toBeNull();
});

it("lets relays pass, and what an operator has allowed", () => {
  expect(find({ cloud: listed, relay: listed })).toBeNull();
  const operator = { range: "203.0.113.0/24", effect: "allow", date: "2026-08-22" } as const;
  expect(find({ cloud: listed, operator })).toBeNull();
});

it("lets every other address pass", () => {
  expect(find({})).toBeNull();
  expect(find({ vpn: listed })).toBeNull();
  expect(find({ datacenter: listed })).toBeNull();
});
