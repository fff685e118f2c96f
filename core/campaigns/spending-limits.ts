import { t } from "../language/t";
import { formatExactDollars } from "../money/micros";

/** Limits on what a campaign spends; null means no limit. */
export type SpendingLimits = {
  /** Micros that the clicks of one UTC day can claim from the budget. */
  dailyCapMicros: bigint | null;
  /** Micros that the clicks of one creator can claim. */
  creatorCapMicros: bigint | null;
};

export const capTooSmall = () => t`A limit must pay for at least one click`;

/** Describes the limits to developers and creators, one sentence each; empty without limits. */
export function describeLimits(limits: SpendingLimits): string[] {
  const { dailyCapMicros, creatorCapMicros } = limits;
  return [
    ...(dailyCapMicros === null
      ? []
      : [t`The campaign spends at most ${formatExactDollars(dailyCapMicros)} per day (UTC).`]),
    ...(creatorCapMicros === null
      ? []
      : [t`It spends at most ${formatExactDollars(creatorCapMicros)} on one creator's clicks.`]),
  ];
}
