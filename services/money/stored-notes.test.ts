import { describeNote } from "@fairclick/core/money/describe-money";
import { expect, it } from "vitest";
import { inLanguage } from "../language/in-language";
import { refundRefusalReason } from "./refunds";
import { refundFailureReason } from "./reverse-deposit";
import { describeLine } from "./wallet";
import { GIVEN_UP_REASON, REVERSED_REASON, refusalReason, returnReason } from "./withdrawals";

const codes = [
  null,
  "account_invalid",
  "resource_missing",
  "insufficient_capabilities_for_transfer",
  "transfers_not_allowed",
  "payouts_not_allowed",
  "no_account",
  "account_closed",
  "invalid_account_number",
  "debit_not_authorized",
];
const refundCodes = [null, "charge_already_refunded", "charge_disputed", "balance_insufficient"];
const failures = [
  undefined,
  "lost_or_stolen_card",
  "expired_or_canceled_card",
  "charge_for_pending_refund_disputed",
  "merchant_request",
];

it.each([
  ...codes.flatMap((code) => [refusalReason(code), returnReason(code)]),
  ...refundCodes.map(refundRefusalReason),
  ...failures.map(refundFailureReason),
  GIVEN_UP_REASON,
  REVERSED_REASON,
  "Refund of your deposit of $1,250.50. Your wallet was $3.25 short of it. Your campaigns are paused.",
  "Your bank disputed the deposit of $5.00. Your campaigns are paused.",
  "Clicks were reversed: bot traffic",
])("translates every sentence of %j", (note) => {
  const spanish = inLanguage("es", () => describeNote(note));
  expect(note.split(/(?<=\.) /).filter((sentence) => spanish.includes(sentence))).toEqual([]);
  expect(describeNote(note)).toBe(note);
});

it.each([
  ["1 click was reversed: own clicks", "Se revirtió 1 clic: clics propios"],
  [
    "3 clicks were reversed: rejected by an operator; $0.0015 of it will be paid from later earnings",
    "Se revirtieron 3 clics: rechazados por un operador; $0.0015 se pagarán con ganancias futuras",
  ],
  ["Paid in error. Sorry for that.", "Paid in error. Sorry for that."],
  ["toString", "toString"],
  ["", ""],
])("translates %j", (note, spanish) => {
  expect(inLanguage("es", () => describeNote(note))).toBe(spanish);
  expect(describeNote(note)).toBe(note);
});

it("describes a line in the reader's language", () => {
  const line = {
    micros: 2_400_000n,
    campaign: "Tower",
    clicks: 1_200n,
    note: null,
    status: "completed",
  } as const;
  const describe = (changes: Partial<Parameters<typeof describeLine>[0]>) =>
    inLanguage("es", () => describeLine({ ...line, type: "earnings", ...changes }));
  expect(describe({})).toBe("1,200 clics × $0.002 en “Tower”");
  expect(describe({ type: "release", campaign: null })).toBe("Presupuesto no usado de una campaña");
  const hold = { type: "withdrawal", status: "pending", waitsFor: "operator" } as const;
  expect(
    describe({ ...hold, holdKinds: ["jump"], holdUntil: new Date("2026-11-24T21:05:00Z") }),
  ).toBe(
    "Fairclick lo revisa antes de enviarlo, a más tardar el 24 nov, 21:05 UTC: es un monto grande",
  );
});
