import type { CreateCampaignInput } from "@fairclick/core/campaigns/campaign-schema";
import { dollarsFromMicros } from "@fairclick/core/money/micros";
import { localMidnight } from "./local-midnight";
import { parsePayoutRate } from "./payout";
import type { WizardFields } from "./wizard-fields";

/** Builds the request body from validated fields. */
export function buildCampaign(fields: WizardFields): CreateCampaignInput {
  const payout = parsePayoutRate(fields.payoutRate);
  if (!payout) throw new RangeError("The payout rate has not been validated");
  return {
    name: fields.gameTitle,
    gameTitle: fields.gameTitle,
    description: fields.description,
    gameUrl: fields.gameUrl,
    payoutPerClick: dollarsFromMicros(payout.payoutMicros),
    budget: dollarsFromMicros(payout.budgetMicros),
    startDate: localMidnight(fields.startDate),
    endDate: localMidnight(fields.endDate),
    conversionTips: fields.contentToDisplay,
    tags: fields.tags,
    targetAudience: fields.targetAudience,
    trailerLink: fields.trailerLink,
    hashtags: fields.hashtags,
    isActive: true,
    ...(fields.clickRules ? { clickRules: fields.clickRules } : {}),
  };
}
