import type { ClickDecision } from "@fairclick/core/clicks/click-decisions-schema";
import type { ClickAction } from "@fairclick/core/clicks/decisions";
import { toDollars } from "../../output/describe-click";

export type DecisionSum = {
  action: ClickAction;
  clicks: number;
  micros: bigint;
  debtMicros: bigint;
};

const moneyEffects = {
  approve: "is paid",
  reject: "returns to the budget",
  reverse: "is reversed",
  hold: "is reserved again",
} as const;

export function sumOf({ action, clicks, micros, debtMicros }: ClickDecision): DecisionSum {
  return { action, clicks, micros: BigInt(micros), debtMicros: BigInt(debtMicros) };
}

export function describeSum({ action, clicks, micros, debtMicros }: DecisionSum): string {
  if (clicks === 0) return "No clicks change.";
  const dollars = (amount: bigint) => toDollars(String(amount < 0n ? -amount : amount));
  const debt = debtMicros === 0n ? "" : `, ${dollars(debtMicros)} of it as a debt`;
  const count = `${clicks.toLocaleString("en-US")} ${clicks === 1 ? "click" : "clicks"}`;
  return `${count}: ${dollars(micros)} ${moneyEffects[action]}${debt}.`;
}

export function describeDecision(decision: ClickDecision): string[] {
  const { creators, skipped, complete } = decision;
  return [
    describeSum(sumOf(decision)),
    ...creators.map(
      (each) => `${each.username}: ${each.clicks}, ${toDollars(each.micros.replace("-", ""))}`,
    ),
    ...skipped.map(({ why }) => why),
    ...(complete ? [] : ["More clicks match: repeat the act for the others."]),
  ];
}
