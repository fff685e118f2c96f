import { z } from "zod";
import { clickRuleChoices } from "../campaigns/campaign-input";
import { moneyActs } from "../describe-money";
import { formatCount, plural, t } from "../language/t";
import type { Effect } from "./policy";
import { rules, softSignals } from "./registry";
import { nonVisitSignals, type SignalName, signalOrder } from "./signal";

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
type TrialCounts = { clicks: number; joined: number; returned: number };

/** What the games report about the clicks that one rule refused or held. */
export type RuleTrial = TrialCounts & {
  /** Accepted clicks of the same links. */
  accepted: TrialCounts;
  developers: number;
  /** Without the developer of the games that report the most returns. */
  others: Pick<TrialCounts, "clicks" | "returned">;
};

/** With fewer refused clicks, the bounds are too wide to say anything about a rule. */
const ENOUGH_CLICKS = 100;

export const TRIAL_DAYS = 90;

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
function percent(share: number): string {
  return (share * 100).toFixed(1);
}

const none: RuleTrial = {
  clicks: 0,
  joined: 0,
  returned: 0,
  accepted: { clicks: 0, joined: 0, returned: 0 },
  developers: 0,
  others: { clicks: 0, returned: 0 },
};

/**
 * Lists every rule that refuses or holds clicks, with its measured figures or zeros. Leaves out the
 * rules that redirect no visitors: no game can report them.
 */
export function listTrials(
  measured: readonly (RuleTrial & { signal: string })[],
  effects: Record<SignalName, Effect>,
): ListedTrial[] {
  const bySignal = new Map(measured.map((trial) => [trial.signal, trial]));
  return rules.flatMap(({ signal, category }) => {
    const effect = effects[signal];
    if ((effect !== "invalid" && effect !== "held") || nonVisitSignals.includes(signal)) return [];
    const soft = softSignals.has(signal);
    return [{ signal, category, effect, soft, ...present(bySignal.get(signal) ?? none) }];
  });
}

function present(trial: RuleTrial) {
  const { clicks, joined, returned, accepted, developers } = trial;
  const { low, high } = wilson(returned, clicks);
  const isEnough = clicks >= ENOUGH_CLICKS;
  return {
    clicks,
    joined,
    returned,
    percent: sharePercent(trial),
    lowPercent: isEnough ? Number(percent(low)) : null,
    highPercent: isEnough ? Number(percent(high)) : null,
    accepted: { ...accepted, percent: sharePercent(accepted) },
    developers,
    aboveBound: isAboveBound(trial),
    text: describeTrial(trial),
  };
}

function sharePercent({ clicks, returned }: TrialCounts): number | null {
  return clicks < ENOUGH_CLICKS ? null : Number(percent(returned / clicks));
}

const trialCountsSchema = z.object({
  clicks: z.number().int(),
  /** Clicks that became players, and players that came back on a later day. */
  joined: z.number().int(),
  returned: z.number().int(),
});

export const ruleTrialSchema = z.object({
  signal: z.enum(signalOrder),
  category: z.string(),
  effect: z.enum(["invalid", "held", "unpaid", "note"]),
  /** Whether a click is paid if only such rules made it invalid and its player comes back. */
  soft: z.boolean(),
  /** Clicks that the rule made invalid or held, in campaigns with games that report players. */
  ...trialCountsSchema.shape,
  /** The share of them that came back, with its 95% bounds (Wilson); null with too few clicks. */
  percent: z.number().nullable(),
  lowPercent: z.number().nullable(),
  highPercent: z.number().nullable(),
  /** Accepted clicks of the same links. */
  accepted: trialCountsSchema.extend({ percent: z.number().nullable() }),
  /** Developers of games that report. */
  developers: z.number().int(),
  /** Whether the reports prove that the rule finds too many people. */
  aboveBound: z.boolean(),
  text: z.string(),
});
export type ListedTrial = z.infer<typeof ruleTrialSchema>;

export const policyResponseSchema = z.object({
  /** Each click records the version that judged it. */
  version: z.number().int(),
  windowSeconds: z.number().int(),
  burstClicks: z.number().int(),
  /** In deciding order. */
  rules: z.array(
    z.object({
      signal: z.enum(signalOrder),
      category: z.string(),
      rule: z.string(),
      effect: z.enum(["invalid", "held", "unpaid", "note"]),
      /** What differs at shared addresses on shared-aware campaigns; null if nothing does. */
      shared: z.string().nullable(),
    }),
  ),
  /** What a campaign's choice of click rules means, and what a campaign has that does not choose. */
  clickRules: z.object({
    default: z.enum(clickRuleChoices),
    choices: z.array(z.object({ rules: z.enum(clickRuleChoices), meaning: z.string() })),
  }),
  /** Whether campaigns can choose the countries that they pay for: the countries of clicks are known. */
  countriesKnown: z.boolean(),
  /** Which lists and tables of addresses are there, and how old they are, as lines. */
  addressData: z.array(z.string()),
  /** What games report about the clicks that each rule makes invalid or holds. */
  trials: z.object({
    /** The first and last UTC day of the clicks; null before the first measurement. */
    fromDay: z.string().nullable(),
    toDay: z.string().nullable(),
    /** The `invalid` and `held` rules that let visitors reach the game, in deciding order. */
    rules: z.array(ruleTrialSchema),
  }),
  /** The waits and reviews before a withdrawal is sent. */
  withdrawals: z.object({
    depositHoldHours: z.number().int(),
    /**
     * Withdrawals of a user that reach this sum within 24 hours wait for an operator; null disables
     * it.
     */
    reviewDollars: z.number().int().nullable(),
    /** Whether a user's first withdrawal to a payout account waits for an operator. */
    reviewFirst: z.boolean(),
    firstWaits: z
      .object({ requestHours: z.number(), checkHours: z.number() })
      .describe("How long the money of a first click waits, if its card payment is new"),
    /** The same rules as sentences. */
    rules: z.array(z.string()),
  }),
  prices: z.object({ maxPayoutPerClick: z.number(), minBudgetClicks: z.number().int() }),
  /** The platform's fee per valid click of new campaigns, which developers pay on top of the price. */
  fee: z.object({
    /** Of what the click pays its creator. */
    percent: z.number(),
    /** The same as a sentence. */
    rule: z.string(),
  }),
  /** Fees, limits and refunds of each action with money, as sentences. */
  money: z.record(z.enum(moneyActs), z.array(z.string())),
});
