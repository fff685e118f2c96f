import { dollarsFromMicros } from "@fairclick/core/amounts";
import type { CreateCampaignInput } from "@fairclick/core/campaigns/campaign-input";
import { feePerClick } from "@fairclick/core/campaigns/prices";
import { toAudience } from "../audience/chosen-audience";
import { localMidnight } from "../local-midnight";
import { parseLimits } from "../typed-limits";
import { parseBudget, parsePayoutRate } from "./payout";
import type { WizardFields } from "./wizard-fields";

/** Builds the request body from validated fields. */
export function buildCampaign(fields: WizardFields, feeBasisPoints: number): CreateCampaignInput {
  const payoutMicros = parsePayoutRate(fields.payoutRate);
  if (payoutMicros === null) throw new RangeError("The payout rate has not been validated");
  const feeMicros = feePerClick(feeBasisPoints, payoutMicros);
  const costMicros = payoutMicros + feeMicros;
  const budget = parseBudget(fields.budget, costMicros);
  if (!budget.ok) throw new RangeError("The budget has not been validated");
  return {
    name: fields.gameTitle,
    gameTitle: fields.gameTitle,
    description: fields.description,
    gameUrl: fields.gameUrl,
    payoutPerClick: dollarsFromMicros(payoutMicros),
    feePerClick: dollarsFromMicros(feeMicros),
    budget: dollarsFromMicros(budget.micros),
    startDate: localMidnight(fields.startDate),
    endDate: localMidnight(fields.endDate),
    conversionTips: fields.contentToDisplay,
    tags: fields.tags,
    targetAudience: fields.targetAudience,
    trailerLink: fields.trailerLink,
    hashtags: fields.hashtags,
    wanted: { categories: fields.wantedCategories, platforms: fields.wantedPlatforms },
    ...(fields.whoMayJoin ? { whoMayJoin: fields.whoMayJoin } : {}),
    ...(fields.coverHash ? { cover: { hash: fields.coverHash, alt: fields.coverAlt } } : {}),
    isActive: true,
    ...(fields.clickRules ? { clickRules: fields.clickRules } : {}),
    audience: toAudience(fields),
    limits: parseLimits(fields, costMicros).limits,
  };
}
