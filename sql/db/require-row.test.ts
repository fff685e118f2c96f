import { expect, it } from "vitest";
import { requireRow } from "./client";

it("returns the row", () => {
  const row = { micros: 0n };
  expect(requireRow(row, "the user's balances")).toBe(row);
});

it("throws with the name of a missing row", () => {
  const [row] = [] as { micros: bigint }[];
  expect(() => requireRow(row, "the user's balances")).toThrow(
    "Postgres returned no row for the user's balances",
  );
});
