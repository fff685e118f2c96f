import { expect, it } from "vitest";
import { findSignals } from "../checks";
import type { CheckContext } from "../rule";
import { anonymousContext, newClick } from "../testing/new-click";

const listed = { list: "operators", range: "203.0.113.0/24", date: "2026-11-22" };
const shared = { operator: { ...listed, effect: "shared" as const } };
const device = "6f1f9f2e-5b1a-4a55-9d3f-0c8f0a4f6b7d";

const find = (context: Partial<CheckContext>, cookie: string | null = device) =>
  findSignals(newClick({ device: cookie }), { ...anonymousContext, ...context })
    .map(({ signal }) => signal)
    .filter((signal) => signal !== "shared_network" && signal !== "relay");

it("finds the device that followed a hidden link, and nobody else", () => {
  expect(find({ marked: ["device", "address"] })).toEqual(["honeypot"]);
  expect(find({})).toEqual([]);
});

it("at most holds the other devices at an address", () => {
  expect(find({ marked: ["address"] })).toEqual(["honeypot_address"]);
  expect(find({ marked: ["device", "address"] }, null)).toEqual(["honeypot_address"]);
  expect(find({ marked: ["device"] }, null)).toEqual(["honeypot_address"]);
});

it("lets a rival mark only their own device at an address that many share", () => {
  expect(find({ marked: ["address"], address: shared })).toEqual([]);
  expect(find({ marked: ["device", "address"], address: shared })).toEqual(["honeypot"]);
});

it("does not let a rival mark every phone of a popular model at a shared address", () => {
  expect(find({ marked: ["device", "address"], address: shared }, null)).toEqual([]);
  expect(find({ marked: ["address"], address: { relay: listed } }, null)).toEqual([]);
});
