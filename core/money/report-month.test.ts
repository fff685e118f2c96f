import { expect, it } from "vitest";
import { type Movement, reportMonth } from "./ledger";

const moved = (kind: string, amounts: Record<string, [bigint, bigint?]>): Movement[] =>
  Object.entries(amounts).map(([account, [monthMicros, laterMicros = 0n]]) => ({
    account,
    kind,
    monthMicros,
    laterMicros,
  }));

const movements = [
  ...moved("deposit", { stripe_clearing: [-50n, -7n], wallet: [50n, 7n] }),
  ...moved("click_payout", { escrow: [-30n, -1n], earnings: [28n, 1n], fees: [2n] }),
  ...moved("click_reversal", { debt: [-4n], escrow: [4n] }),
  ...moved("stripe_fee", { stripe_fees: [-3n, -1n], stripe_clearing: [3n, 1n] }),
  ...moved("dispute", { losses: [-5n], stripe_clearing: [5n] }),
];
const balances = new Map([
  ["stripe_clearing", -153n],
  ["wallet", 107n],
  ["escrow", 30n],
  ["earnings", 31n],
  ["debt", -4n],
  ["fees", 2n],
  ["stripe_fees", -6n],
  ["losses", -7n],
]);
const report = reportMonth({ balances, movements });

it("says what was earned, paid, owed and held, without what came after the month", () => {
  expect(report).toMatchObject({
    opening: { holdsMicros: "105", owesMicros: "109", owedMicros: "0" },
    earnedMicros: "2",
    paidMicros: "8",
    resultMicros: "-6",
    closing: { holdsMicros: "147", owesMicros: "161", owedMicros: "4" },
    addsUp: true,
  });
});

it("lists each account with its moves, positive where its group grows", () => {
  expect(report.accounts.find(({ account }) => account === "stripe_clearing")).toEqual({
    account: "stripe_clearing",
    group: "holds",
    openingMicros: "105",
    moves: [
      { kind: "deposit", micros: "50" },
      { kind: "dispute", micros: "-5" },
      { kind: "stripe_fee", micros: "-3" },
    ],
    closingMicros: "147",
  });
});

it("reports that books with a lost entry do not add up", () => {
  const torn = movements.filter(({ account }) => account !== "stripe_fees");
  expect(reportMonth({ balances, movements: torn }).addsUp).toBe(false);
});

it("refuses a kind of account that it does not know", () => {
  const others = new Map([...balances, ["slush", 1n]]);
  expect(() => reportMonth({ balances: others, movements })).toThrow("slush");
});
