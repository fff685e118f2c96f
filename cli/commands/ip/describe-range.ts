import type { RangeEffect } from "@fairclick/core/ip/ip-data";
import { decidedWord } from "../../output/decided-word";

type Range = {
  range: string;
  effect: RangeEffect;
  reason: string;
  operator: string;
  decidedAt: string;
};

export function describeRange({ range, effect, reason, operator, decidedAt }: Range): string {
  return `${range} is ${decidedWord[effect]} by ${operator} since ${decidedAt.slice(0, 10)}: ${reason}`;
}
