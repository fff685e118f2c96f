import {
  checkCampaignDates,
  deployStepSchema,
  gameStepSchema,
  MAX_PAYOUT_MICROS,
  noPlayersReported,
  payoutTooHigh,
} from "@fairclick/core/campaigns/campaign-input";
import { coverInputSchema } from "@fairclick/core/campaigns/covers";
import { carriesClickIds } from "@fairclick/core/campaigns/destination";
import { gameUrlSchema } from "@fairclick/core/campaigns/game-url";
import { clickFee } from "@fairclick/core/campaigns/prices";
import { t } from "@fairclick/core/language/t";
import type { ZodType } from "zod";
import type { CampaignFields } from "./draft";
import {
  type FieldErrors,
  type FieldName,
  localMidnight,
  parseBudget,
  parseLimits,
  parsePayoutRate,
} from "./typed-fields";

type Terms = { now: Date; feeBasisPoints: number };

/** Returns the error messages of these fields. Empty if they are valid. */
export function findErrors(
  fields: CampaignFields,
  names: readonly FieldName[],
  terms: Terms,
): FieldErrors {
  const errors: FieldErrors = {
    ...checkGame(fields),
    ...checkPayment(fields, terms.feeBasisPoints),
    ...checkDeploy(fields, terms.now),
  };
  return Object.fromEntries(
    names.flatMap((name) => (errors[name] === undefined ? [] : [[name, errors[name]]])),
  );
}

function checkGame(fields: CampaignFields): FieldErrors {
  const { coverAlt } = fields;
  const { alt } = checkShape(coverInputSchema.pick({ alt: true }), { alt: coverAlt });
  return { ...checkShape(gameStepSchema, fields), ...(alt ? { coverAlt: alt } : {}) };
}

function checkPayment(fields: CampaignFields, feeBasisPoints: number): FieldErrors {
  const payoutMicros = parsePayoutRate(fields.payoutRate);
  if (payoutMicros === null) return { payoutRate: t`Valid payout rate is required` };
  if (payoutMicros > MAX_PAYOUT_MICROS) return { payoutRate: payoutTooHigh() };
  const costMicros = payoutMicros + clickFee(feeBasisPoints, payoutMicros);
  const budget = parseBudget(fields.budget, costMicros);
  const errors = { ...parseLimits(fields, costMicros).errors, ...checkPaysFor(fields) };
  return budget.ok ? errors : { budget: budget.message, ...errors };
}

/** An address that is not valid is an error of its own field. */
function checkPaysFor({ paysFor, gameUrl }: CampaignFields): FieldErrors {
  const url = gameUrlSchema.safeParse(gameUrl);
  if (paysFor !== "players" || !url.success || carriesClickIds(url.data)) return {};
  return { paysFor: noPlayersReported() };
}

function checkDeploy(fields: CampaignFields, now: Date): FieldErrors {
  const dates = {
    startDate: localMidnight(fields.startDate),
    endDate: localMidnight(fields.endDate),
  };
  const errors = checkShape(deployStepSchema, { ...fields, ...dates });
  const endDate = errors.endDate ?? checkCampaignDates(dates, now);
  return { ...errors, ...(endDate ? { endDate } : {}) };
}

function checkShape(schema: ZodType, values: unknown): Record<string, string> {
  const parsed = schema.safeParse(values);
  if (parsed.success) return {};
  const firstOfEach = parsed.error.issues.toReversed();
  return Object.fromEntries(firstOfEach.map((issue) => [issue.path[0], issue.message]));
}

/** Returns the address that a typed game URL stands for; null if it is invalid. */
export function parseGameUrl(typed: string): string | null {
  return gameUrlSchema.safeParse(typed).data ?? null;
}
