import { decimalFromMicros } from "@fairclick/core/amounts";
import type { CampaignResponse } from "@fairclick/core/campaigns/campaign";
import { CLICKS_PER_RATE, defaultBudgetMicros } from "@fairclick/core/campaigns/campaign-input";
import { genres } from "@fairclick/core/campaigns/genres";
import { microsFromAmount } from "../../../ui/format/exact-dollars";
import type { WizardFields } from "./wizard-fields";

/** The wizard's fields for a campaign like this one, without its dates. */
export function copyCampaign(campaign: CampaignResponse): WizardFields {
  const payoutMicros = microsFromAmount(campaign.payoutPerClick);
  const budgetMicros = microsFromAmount(campaign.budget);
  return {
    gameUrl: campaign.gameUrl,
    gameTitle: campaign.gameTitle,
    description: campaign.description,
    coverHash: campaign.cover.hash ?? "",
    coverAlt: campaign.cover.alt,
    targetAudience: campaign.targetAudience,
    trailerLink: campaign.trailerLink ?? "",
    tags: genres.filter((genre) => campaign.gameGenres.includes(genre)),
    hashtags: campaign.hashtags,
    wantedCategories: campaign.wanted.categories,
    wantedPlatforms: campaign.wanted.platforms,
    whoMayJoin: campaign.whoMayJoin === "everybody" ? "" : campaign.whoMayJoin,
    payoutRate: decimalFromMicros(payoutMicros * CLICKS_PER_RATE),
    clickRules: campaign.clickRules,
    countries: campaign.audience.countries ?? [],
    devices: campaign.audience.devices ?? [],
    budget:
      budgetMicros === defaultBudgetMicros(payoutMicros) ? "" : decimalFromMicros(budgetMicros),
    dailyCap: typedCap(campaign.limits.dailyCap),
    creatorCap: typedCap(campaign.limits.creatorCap),
    startDate: "",
    endDate: "",
    contentToDisplay: campaign.conversionTips,
  };
}

function typedCap(dollars: number | null): string {
  return dollars === null ? "" : decimalFromMicros(microsFromAmount(dollars));
}
