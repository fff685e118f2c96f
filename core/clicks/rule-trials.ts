import { formatCount } from "../language/format-count";
import { plural, t } from "../language/t";

export type Bounds = { low: number; high: number };

/** 95%, two-sided. */
const Z = 1.959964;

/** Returns the Wilson interval of a share, from 0 to 1. Without cases it is the whole range. */
export function wilson(part: number, whole: number): Bounds {
  if (whole <= 0) return { low: 0, high: 1 };
  const share = Math.min(part, whole) / whole;
  const z2 = Z * Z;
  const centre = share + z2 / (2 * whole);
  const spread = Z * Math.sqrt((share * (1 - share)) / whole + z2 / (4 * whole * whole));
  const scale = 1 + z2 / whole;
  return {
    low: Math.max(0, (centre - spread) / scale),
    high: Math.min(1, (centre + spread) / scale),
  };
}

/** Clicks, and how many of them became players and players who came back. */
export type TrialCounts = { clicks: number; joined: number; returned: number };

/** What the games report about the clicks that one rule refused or held. */
export type RuleTrial = TrialCounts & {
  /** Accepted clicks of the same links. */
  accepted: TrialCounts;
  developers: number;
  /** Without the developer of the games that report the most returns. */
  others: Pick<TrialCounts, "clicks" | "returned">;
};

/** With fewer refused clicks, the bounds are too wide to say anything about a rule. */
export const ENOUGH_CLICKS = 100;

/** Days of clicks that the figures cover. */
export const TRIAL_DAYS = 90;

/** Returns the sentence on the policy page. */
export function describeTrial({ clicks, returned }: TrialCounts): string {
  if (clicks < ENOUGH_CLICKS) return t`Too few reports yet to say.`;
  const { low, high } = wilson(returned, clicks);
  const players = plural(
    returned,
    "# became a player who came back",
    "# became players who came back",
  );
  return t`Of ${formatCount(clicks)} clicks this rule refused, ${players} (${percent(low)}–${percent(high)}%).`;
}

/**
 * A rule is proposed for `held` above this share: of the clicks that it refuses, how many return
 * compared with accepted clicks of the same links. At 0 the rule refuses no people, at 1 it refuses
 * people as often as any other click.
 */
export const MAX_RETURN_RATIO = 0.25;
/** The games of fewer developers prove nothing: they could invent their reports. */
export const MIN_DEVELOPERS = 3;

/**
 * Whether the reports prove that a rule refuses too many people. Compares the lower bound of the
 * refused clicks with the upper bound of the accepted ones, also without the games of the
 * developer with the most returns, so that no single developer can bring a rule down.
 */
export function isAboveBound({
  clicks,
  returned,
  accepted,
  developers,
  others,
}: RuleTrial): boolean {
  if (developers < MIN_DEVELOPERS) return false;
  if (others.clicks < ENOUGH_CLICKS || accepted.clicks < ENOUGH_CLICKS) return false;
  const bound = MAX_RETURN_RATIO * wilson(accepted.returned, accepted.clicks).high;
  return wilson(returned, clicks).low > bound && wilson(others.returned, others.clicks).low > bound;
}

/** Formats a share as a percentage with one decimal. */
export function percent(share: number): string {
  return (share * 100).toFixed(1);
}
