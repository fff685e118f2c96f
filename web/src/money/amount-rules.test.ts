import { describe, expect, it } from "vitest";
import { depositAmount, paymentAmount, withdrawalAmount } from "./amount-form";

describe("depositAmount", () => {
  it("is the custom amount if there is one, else the preset", () => {
    expect(depositAmount("12.34", 10)).toEqual({ ok: true, cents: 1_234 });
    expect(depositAmount("", 25)).toEqual({ ok: true, cents: 2_500 });
    expect(depositAmount("19.99", null)).toEqual({ ok: true, cents: 1_999 });
  });

  it.each(["0", "-5", "ten", "1e3", "0.001", "NaN", " . "])("refuses %j", (custom) => {
    expect(depositAmount(custom, 10)).toEqual({
      ok: false,
      message: "Please enter a valid amount.",
    });
  });

  it.each([
    ["$25", 2_500],
    ["1,000", 100_000],
    ["25.00", 2_500],
    ["0.50", 50],
    ["$999,999", 99_999_900],
  ])("understands %j", (custom, cents) => {
    expect(depositAmount(custom, 10)).toEqual({ ok: true, cents });
  });

  it.each([
    ["0.01", "The smallest amount that can be added is $0.50."],
    ["0.49", "The smallest amount that can be added is $0.50."],
    ["999,999.01", "The largest amount is $999,999.00."],
    ["99999999", "The largest amount is $999,999.00."],
  ])("tells the limit for %j before the server is asked", (custom, message) => {
    expect(depositAmount(custom, 10)).toEqual({ ok: false, message });
  });

  it("is invalid without either", () => {
    expect(depositAmount("", null)).toMatchObject({ ok: false });
  });
});

it.each([
  ["4.89", 489],
  ["0.29", 29],
  ["1.15", 115],
  ["8.2", 820],
  ["999999", 99_999_900],
])("floats: %s typed is exactly %i cents", (typed, cents) => {
  expect(paymentAmount(typed)).toEqual({ ok: true, cents });
  expect(withdrawalAmount(typed, { mostCents: cents, leastCents: 1 })).toEqual({ ok: true, cents });
});

describe("withdrawalAmount", () => {
  it("accepts at most the whole balance", () => {
    expect(withdrawalAmount("0.04", { mostCents: 4, leastCents: 1 })).toEqual({
      ok: true,
      cents: 4,
    });
  });

  it.each(["0.05", "0", "-1", "1000000"])("refuses %j of four cents", (text) => {
    expect(withdrawalAmount(text, { mostCents: 4, leastCents: 1 })).toEqual({
      ok: false,
      message: "Withdrawal amount cannot exceed your balance.",
    });
  });

  it("names the smallest withdrawal", () => {
    const limits = { mostCents: 10_000, leastCents: 1_500 };
    expect(withdrawalAmount("15", limits)).toEqual({ ok: true, cents: 1_500 });
    expect(withdrawalAmount("14.99", limits)).toEqual({
      ok: false,
      message: "The smallest withdrawal is $15.00.",
    });
  });

  it.each(["abc", "0.045", ""])("cannot read %j", (text) => {
    expect(withdrawalAmount(text, { mostCents: 400, leastCents: 1 })).toEqual({
      ok: false,
      message: "Please enter a valid amount.",
    });
  });
});
