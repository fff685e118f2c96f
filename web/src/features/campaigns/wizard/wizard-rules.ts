import {
  checkCampaignDates,
  deployStepSchema,
  gameStepSchema,
  MAX_PAYOUT_MICROS,
  payoutTooHigh,
} from "@fairclick/core/campaigns/campaign-input";
import { coverInputSchema } from "@fairclick/core/campaigns/covers";
import { feePerClick } from "@fairclick/core/campaigns/prices";
import { t } from "@fairclick/core/language/t";
import type { ZodType } from "zod";
import { localMidnight } from "../local-midnight";
import { parseLimits } from "../typed-limits";
import { parseBudget, parsePayoutRate } from "./payout";
import type { Step, WizardFields } from "./wizard-fields";

export type WizardErrors = Partial<Record<keyof WizardFields, string>>;

/** Error messages of a step by field. Empty if the step is valid. */
export function validateStep(
  step: Step,
  fields: WizardFields,
  { now, feeBasisPoints }: { now: Date; feeBasisPoints: number },
): WizardErrors {
  switch (step) {
    case 1:
      return validateGame(fields);
    case 2:
      return validatePayment(fields, feeBasisPoints);
    case 3:
      return validateDeploy(fields, now);
  }
}

function validateGame(fields: WizardFields): WizardErrors {
  const errors = findErrors(gameStepSchema, fields);
  const alt = coverInputSchema.shape.alt.safeParse(fields.coverAlt);
  const [issue] = alt.success ? [] : alt.error.issues;
  return { ...errors, ...(issue ? { coverAlt: issue.message } : {}) };
}

function validatePayment(fields: WizardFields, feeBasisPoints: number): WizardErrors {
  const { payoutRate, budget } = fields;
  const payoutMicros = parsePayoutRate(payoutRate);
  if (payoutMicros === null) return { payoutRate: t`Valid payout rate is required` };
  if (payoutMicros > MAX_PAYOUT_MICROS) return { payoutRate: payoutTooHigh() };
  const costMicros = payoutMicros + feePerClick(feeBasisPoints, payoutMicros);
  const parsed = parseBudget(budget, costMicros);
  const { errors } = parseLimits(fields, costMicros);
  return parsed.ok ? errors : { budget: parsed.message, ...errors };
}

function validateDeploy(fields: WizardFields, now: Date): WizardErrors {
  const dates = {
    startDate: localMidnight(fields.startDate),
    endDate: localMidnight(fields.endDate),
  };
  const { conversionTips, ...errors } = findErrors(deployStepSchema, {
    ...dates,
    conversionTips: fields.contentToDisplay,
  });
  const endDate = errors.endDate ?? checkCampaignDates(dates, now);
  return {
    ...errors,
    ...(endDate ? { endDate } : {}),
    ...(conversionTips ? { contentToDisplay: conversionTips } : {}),
  };
}

function findErrors(schema: ZodType, values: unknown): Record<string, string> {
  const parsed = schema.safeParse(values);
  if (parsed.success) return {};
  const firstOfEach = parsed.error.issues.toReversed();
  return Object.fromEntries(firstOfEach.map((issue) => [issue.path[0], issue.message]));
}
