import { expect, it } from "vitest";
import { missingCents, namePayment } from "./pay-and-launch";

it.each([
  [15, 0, 1_500],
  [15, 14.995, 50],
  [15, 4.9985, 1_001],
  [15, 15, 0],
  [15, 20, 0],
  [0.3, 0.1, 50],
  [100.1, 0.1, 10_000],
])("a budget of $%d with $%d in the wallet needs %d cents", (budget, wallet, cents) => {
  expect(missingCents(budget, wallet)).toBe(cents);
});

it("separates the thousands on the button", () => {
  expect(namePayment(873_515, null)).toBe("Pay $8,735.15 and launch");
});
