import { z } from "zod";
import { creatorContentSchema } from "../accounts/creator-content";
import { amountInvalid, dollarsOrZero, positiveDollars, requestIdSchema } from "../amount-schema";
import { formatExactDollars, MICROS_PER_DOLLAR } from "../amounts";
import { t } from "../language/t";
import { typedText } from "../texts";
import { optionalWebUrlSchema } from "../web-addresses";
import { audienceInputSchema } from "./audience-schema";
import { coverInputSchema } from "./covers";
import { carriesClickIds } from "./destination";
import { gameUrlSchema } from "./game-url";
import { genres } from "./genres";
import { joinRules } from "./join-rule";
import { paysForChoices } from "./pays-for";
import { capTooSmall } from "./prices";

export const MAX_GENRES = 3;
export const MAX_HASHTAGS = 10;
export const MAX_HASHTAG_SUGGESTIONS = 8;
export const RECOMMENDED_RATE_DOLLARS = 1.5;
/** A payout rate is the price of this many clicks. */
export const CLICKS_PER_RATE = 1_000n;
/** The default budget pays for this many clicks. */
export const CLICKS_PER_BUDGET = 10_000n;
export const MAX_PAYOUT_MICROS = 5n * MICROS_PER_DOLLAR;
/** A budget pays for at least this many clicks: one click costs at most 1% of it. */
export const MIN_BUDGET_CLICKS = 100n;

export const MAX_UNFUNDED_CAMPAIGNS = 20;

/** How a campaign judges clicks from addresses that many people are known to share. */
export const clickRuleChoices = ["literal", "shared-aware"] as const;
export type ClickRules = (typeof clickRuleChoices)[number];
/** The rules of a campaign if its developer does not choose. */
export const DEFAULT_CLICK_RULES: ClickRules = "literal";

export const payoutTooHigh = () =>
  t`One click can cost at most ${formatExactDollars(MAX_PAYOUT_MICROS)}`;
export const budgetTooSmall = () =>
  t`The budget must pay for at least ${Number(MIN_BUDGET_CLICKS)} clicks`;

export const noPlayersReported = () =>
  t`A campaign can only pay for players if its game receives the ids of clicks, and this address does not hand them over.`;

/** Returns the price of one click for a rate per 1,000 clicks. Null if it is not a positive whole number of micros. */
export function payoutMicrosFromRate(rateMicros: bigint): bigint | null {
  return rateMicros > 0n && rateMicros % CLICKS_PER_RATE === 0n
    ? rateMicros / CLICKS_PER_RATE
    : null;
}

/** Returns the default budget for the cost of a click: its price and the fee. */
export function defaultBudgetMicros(costMicros: bigint): bigint {
  return costMicros * CLICKS_PER_BUDGET;
}

/** Returns up to eight hashtags: the title's words of more than three letters, the genres, and three fixed ones. */
export function suggestHashtags(title: string, chosenGenres: readonly string[]): string[] {
  const words = title.split(/[^\p{L}\p{N}]+/u).filter((word) => word.length > 3);
  const tags = [...words, ...chosenGenres].map((word) => `#${word.replaceAll(" ", "")}`);
  const unique = new Map(
    [...tags, "#Roblox", "#Gaming", "#RobloxGame"].map((tag) => [tag.toLowerCase(), tag]),
  );
  return [...unique.values()].slice(0, MAX_HASHTAG_SUGGESTIONS);
}

const hashtag = z
  .string()
  .trim()
  .regex(/^#?[\p{L}\p{M}\p{N}_]{1,50}$/u, {
    error: () => t`Hashtags hold letters, digits and underscores only`,
  })
  .transform((tag) => (tag.startsWith("#") ? tag : `#${tag}`));

/** A calendar date (midnight UTC) or a time with an offset, in the year 2000 or later. */
const moment = (requiredMessage: () => string, invalidMessage: () => string) =>
  z
    .string({ error: requiredMessage })
    .min(1, { error: requiredMessage })
    .refine((text) => text === "" || isMoment(text), { error: invalidMessage });

const momentPattern = z.union([z.iso.date(), z.iso.datetime({ offset: true })]);
const EARLIEST_MS = Date.UTC(2000, 0, 1);

function isMoment(text: string): boolean {
  return momentPattern.safeParse(text).success && Date.parse(text) >= EARLIEST_MS;
}

export const gameStepSchema = z.object({
  gameUrl: gameUrlSchema,
  gameTitle: typedText({
    label: () => t`Game title`,
    maxLength: 120,
    requiredMessage: () => t`Game title is required`,
  }),
  description: typedText({
    label: () => t`Description`,
    maxLength: 5_000,
    requiredMessage: () => t`Description is required`,
    isMultiline: true,
  }),
  targetAudience: typedText({
    label: () => t`Target audience`,
    maxLength: 200,
    requiredMessage: () => t`Target audience is required`,
  }),
  trailerLink: optionalWebUrlSchema(() => t`Trailer link`),
  tags: z
    .array(z.enum(genres), { error: () => t`At least one tag is required` })
    .min(1, { error: () => t`At least one tag is required` })
    .max(MAX_GENRES, { error: () => t`Choose at most ${MAX_GENRES} genre tags` }),
  hashtags: z
    .array(hashtag)
    .max(MAX_HASHTAGS, { error: () => t`Choose at most ${MAX_HASHTAGS} hashtags` })
    .optional(),
});

const payoutPerClickSchema = positiveDollars(() => t`Valid payout rate is required`).refine(
  (micros) => micros <= MAX_PAYOUT_MICROS,
  { error: payoutTooHigh },
);

export const paymentStepSchema = z.object({
  payoutPerClick: payoutPerClickSchema,
  budget: positiveDollars(() => t`Valid budget is required`),
});

export const deployStepSchema = z.object({
  startDate: moment(
    () => t`Start date is required`,
    () => t`Start date is not a date`,
  ),
  endDate: moment(
    () => t`End date is required`,
    () => t`End date is not a date`,
  ),
  conversionTips: typedText({
    label: () => t`Content to display`,
    maxLength: 5_000,
    requiredMessage: () => t`Content to display is required`,
    isMultiline: true,
  }),
});

/**
 * The texts of a campaign that its developer can edit, as they are stored. Columns, answers, archive
 * and audit log have the same names, and follow from this schema.
 */
export const campaignTextsSchema = z.object({
  description: z.string(),
  targetAudience: z.string(),
  trailerLink: z.string().nullable(),
  hashtags: z.array(z.string()),
  conversionTips: z.string(),
});
export type CampaignTexts = z.infer<typeof campaignTextsSchema>;

/** The rules of the same texts, for a new campaign and for an edit. */
const typedTextsSchema = z.object({
  description: gameStepSchema.shape.description,
  targetAudience: gameStepSchema.shape.targetAudience,
  trailerLink: gameStepSchema.shape.trailerLink,
  hashtags: gameStepSchema.shape.hashtags,
  conversionTips: deployStepSchema.shape.conversionTips,
} satisfies Record<keyof CampaignTexts, z.ZodType>);

/** Returns typed texts as they are stored: an empty link is none, and each hashtag stands once. */
export function storeTexts(typed: z.output<typeof typedTextsSchema>): CampaignTexts {
  const hashtags = [...new Set(typed.hashtags)];
  return { ...pickTexts(typed), hashtags, trailerLink: typed.trailerLink || null };
}

/** Picks the texts of a row or an edit. The cast holds: the names are those of `CampaignTexts`. */
export function pickTexts<Row extends Partial<Record<keyof CampaignTexts, unknown>>>(row: Row) {
  const texts = campaignTextNames.map((name) => [name, row[name]]);
  return Object.fromEntries(texts) as Pick<Row, keyof Row & keyof CampaignTexts>;
}

/** The texts as a form has them: an empty link is none. */
export type TypedTexts = { [Name in keyof CampaignTexts]: NonNullable<CampaignTexts[Name]> };

export const emptyTexts: TypedTexts = {
  description: "",
  targetAudience: "",
  trailerLink: "",
  hashtags: [],
  conversionTips: "",
};

/** Not from the schema: pages show campaigns without zod. The cast holds: the type has all the names. */
export const campaignTextNames = Object.keys(emptyTexts) as (keyof CampaignTexts)[];

export function toTypedTexts(stored: CampaignTexts): TypedTexts {
  return { ...pickTexts(stored), trailerLink: stored.trailerLink ?? "" };
}

const clickRules = z.enum(clickRuleChoices, {
  error: () => t`Click rules must be literal or shared-aware`,
});

const paysFor = z.enum(paysForChoices, { error: () => t`paysFor must be clicks or players` });

const whoMayJoin = z.enum(joinRules, {
  error: () => t`whoMayJoin must be everybody, verified or approval`,
});

export const capInvalid = () => t`A limit must be a valid amount`;
const cap = positiveDollars(capInvalid).nullable();

/** Limits on spending; null removes a cap, and what is left out stays as it is. */
export const limitsSchema = z.object({
  /** In dollars: what the clicks of one UTC day can spend. */
  dailyCap: cap.optional(),
  /** In dollars: what one creator's clicks can spend. */
  creatorCap: cap.optional(),
});

/** Rules for a new campaign, except those that depend on the current time. */
export const newCampaignSchema = gameStepSchema
  .extend(paymentStepSchema.shape)
  .extend(deployStepSchema.shape)
  .extend({
    name: typedText({ label: () => t`Campaign name`, maxLength: 120 }).optional(),
    isActive: z.boolean().optional(),
    /** The fee that the developer has seen; with another one the campaign is not created. */
    feePerClick: dollarsOrZero(() => t`The fee per click is not an amount`).optional(),
    /** The marketplace's default if it is left out. */
    clickRules: clickRules.optional(),
    /** Every valid click if it is left out. */
    paysFor: paysFor.optional(),
    /** The clicks that it pays for; all of them if it is left out. */
    audience: audienceInputSchema.optional(),
    /** The creators who can join; everybody if it is left out. Creators declare it themselves. */
    wanted: creatorContentSchema.optional(),
    /** Everybody if it is left out. */
    whoMayJoin: whoMayJoin.optional(),
    limits: limitsSchema.optional(),
    /** Without one, the cover is drawn from the title and the first genre. */
    cover: coverInputSchema.optional(),
  })
  .superRefine((campaign, ctx) => {
    for (const path of findSmallCaps(campaign.limits, campaign.payoutPerClick)) {
      ctx.addIssue({ code: "custom", path: ["limits", path], message: capTooSmall() });
    }
    if (campaign.budget < campaign.payoutPerClick * MIN_BUDGET_CLICKS) {
      ctx.addIssue({ code: "custom", path: ["budget"], message: budgetTooSmall() });
    }
    if (campaign.paysFor === "players" && !carriesClickIds(campaign.gameUrl)) {
      ctx.addIssue({ code: "custom", path: ["paysFor"], message: noPlayersReported() });
    }
  });

/** Returns the caps that cannot pay for one click. */
export function findSmallCaps(limits: Limits | undefined, priceMicros: bigint) {
  return (["dailyCap", "creatorCap"] as const).filter((name) => {
    const cap = limits?.[name];
    return typeof cap === "bigint" && cap < priceMicros;
  });
}

/**
 * Returns the schema of a new campaign with all its rules. The end date must be tomorrow or later,
 * by calendar day in its own UTC offset.
 */
export function createCampaignSchema(now: Date) {
  return newCampaignSchema.superRefine((campaign, ctx) => {
    const dates = checkCampaignDates(campaign, now);
    if (dates) ctx.addIssue({ code: "custom", path: ["endDate"], message: dates });
  });
}

export type CreateCampaignInput = z.input<typeof newCampaignSchema>;
export type NewCampaign = z.output<typeof newCampaignSchema>;
export type Limits = z.output<typeof limitsSchema>;

/** Returns the error text for a pair of dates, or null if they are valid or if one is not a date. */
export function checkCampaignDates(
  dates: { startDate: string; endDate: string },
  now: Date,
): string | null {
  const start = Date.parse(dates.startDate);
  const end = Date.parse(dates.endDate);
  if (Number.isNaN(start) || Number.isNaN(end)) return null;
  if (start >= end) return t`End date must be after start date`;
  const offsetMs = offsetMinutes(dates.endDate) * 60_000;
  if (calendarDay(end + offsetMs) <= calendarDay(now.getTime() + offsetMs)) {
    return t`End date must be at least tomorrow`;
  }
  return null;
}

function calendarDay(ms: number): number {
  return Math.floor(ms / 86_400_000);
}

function offsetMinutes(text: string): number {
  const match = /([+-])(\d{2}):(\d{2})$/.exec(text.slice(text.indexOf("T")));
  if (!match) return 0;
  const minutes = Number(match[2]) * 60 + Number(match[3]);
  return match[1] === "-" ? -minutes : minutes;
}

export const editCampaignSchema = typedTextsSchema
  .extend({
    gameUrl: gameStepSchema.shape.gameUrl,
    endDate: deployStepSchema.shape.endDate,
    isActive: z.boolean(),
    clickRules,
    paysFor,
    audience: audienceInputSchema,
    limits: limitsSchema,
    wanted: creatorContentSchema,
    whoMayJoin,
    /** Null removes it. */
    cover: coverInputSchema.nullable(),
  })
  .partial()
  .refine((edit) => Object.values(edit).some((value) => value !== undefined), {
    error: () => t`Nothing to change`,
  });

export const addBudgetSchema = z.object({
  /** In dollars. */
  amount: positiveDollars(amountInvalid),
  requestId: requestIdSchema,
});

export const changePriceSchema = z.object({
  /** In dollars. */
  payoutPerClick: payoutPerClickSchema,
  /** When a lower price begins: 24 hours from now or later, which is also what it means if it is left out. */
  startsAt: z.iso.datetime({ offset: true, error: () => t`The start is not a time` }).optional(),
});
