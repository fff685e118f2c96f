import { t } from "../language/t";
import { formatExactDollars } from "../money/micros";

/** Limits on what a campaign spends; null means no limit. */
export type SpendingLimits = {
  /** Micros that the clicks of one UTC day can claim from the budget. */
  dailyCapMicros: bigint | null;
  /** Micros that the clicks of one creator can claim. */
  creatorCapMicros: bigint | null;
  /** Whether the budget is spread evenly over the campaign's days. */
  evenPacing: boolean;
};

export const capTooSmall = () => t`A limit must pay for at least one click`;

/** Describes the limits to developers and creators, one sentence each; empty without limits. */
export function describeLimits(limits: SpendingLimits): string[] {
  const { dailyCapMicros, creatorCapMicros, evenPacing } = limits;
  return [
    ...(dailyCapMicros === null
      ? []
      : [t`The campaign spends at most ${formatExactDollars(dailyCapMicros)} per day (UTC).`]),
    ...(creatorCapMicros === null
      ? []
      : [t`It spends at most ${formatExactDollars(creatorCapMicros)} on one creator's clicks.`]),
    ...(evenPacing
      ? [t`Each day spends at most an equal share of the budget that is left for the days to come.`]
      : []),
  ];
}
