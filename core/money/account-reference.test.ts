import { expect, it } from "vitest";
import { parseAccountReference } from "./describe-money";

const id = "01900000-0000-7000-8000-000000000001";

it.each([
  ["17", { id: 17n }],
  [`wallet:${id}`, { kind: "wallet", ownerId: id }],
  [`escrow:${id}`, { kind: "escrow", ownerId: id }],
  ["stripe_clearing:15", { kind: "stripe_clearing", shard: 15 }],
  ["losses:0", { kind: "losses", shard: 0 }],
  ["stripe_fees:7", { kind: "stripe_fees", shard: 7 }],
])("knows %j", (text, reference) => {
  expect(parseAccountReference(text)).toEqual(reference);
});

it.each([
  "",
  "-1",
  "1e3",
  "9999999999999999999",
  "wallet",
  "wallet:",
  "wallet:3",
  `wallet:${id}:1`,
  `purse:${id}`,
  "losses",
  "losses:-1",
  "losses:100",
])("does not know %j", (text) => {
  expect(parseAccountReference(text)).toBeNull();
});
