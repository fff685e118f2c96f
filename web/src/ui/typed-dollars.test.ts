import { microsFromDollars } from "@fairclick/core/amounts";
import { expect, it } from "vitest";
import { plainDollars } from "./format";

it.each([
  ["25", 25_000_000n],
  ["$25", 25_000_000n],
  ["$ 25", 25_000_000n],
  [" 25.00 ", 25_000_000n],
  ["25.", 25_000_000n],
  [".5", 500_000n],
  ["$.50", 500_000n],
  ["1,000", 1_000_000_000n],
  ["$1,234,567.89", 1_234_567_890_000n],
  ["0.0015", 1_500n],
  ["25,00", 25_000_000n],
  ["$1,5", 1_500_000n],
  [",50", 500_000n],
  ["1.234.567,89", 1_234_567_890_000n],
])("understands %j", (text, micros) => {
  expect(microsFromDollars(plainDollars(text))).toBe(micros);
});

it.each([
  "",
  "$",
  ".",
  ",100",
  "10.00,50",
  "1,0000",
  "1,000,00",
  "25$",
  "$$25",
  "€25",
  "1e3",
  "-5",
  "1 000",
  "9".repeat(50),
])("does not guess what %j means", (text) => {
  expect(microsFromDollars(plainDollars(text))).toBeNull();
});
