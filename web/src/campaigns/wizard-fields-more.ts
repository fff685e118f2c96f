import type { ContentCategory, ContentPlatform } from "@fairclick/core/accounts/creator-content";
import type { AudienceDevice } from "@fairclick/core/campaigns/audience";
import type { ClickRules } from "@fairclick/core/campaigns/campaign-input";
import type { Genre } from "@fairclick/core/campaigns/genres";
import type { JoinRule } from "@fairclick/core/campaigns/join-rule";
import { t } from "@fairclick/core/language/t";

export type WizardFields = {
  gameUrl: string;
  gameTitle: string;
  description: string;
  /** The hash of the uploaded image; empty without one. */
  coverHash: string;
  coverAlt: string;
  targetAudience: string;
  trailerLink: string;
  tags: Genre[];
  hashtags: string[];
  /** The creators who can join; empty lists want all. */
  wantedCategories: ContentCategory[];
  wantedPlatforms: ContentPlatform[];
  /** Empty for everybody. */
  whoMayJoin: JoinRule | "";
  /** Dollars per 1,000 clicks, as typed. */
  payoutRate: string;
  /** Empty if the developer has not chosen: the marketplace's default applies. */
  clickRules: ClickRules | "";
  /** What the campaign pays for; empty for all. */
  countries: string[];
  devices: AudienceDevice[];
  /** In dollars, as typed; empty for the default. */
  budget: string;
  /** Limits in dollars, as typed; empty for none. */
  dailyCap: string;
  creatorCap: string;
  /** Calendar days in the viewer's own zone, `2026-03-01`. */
  startDate: string;
  endDate: string;
  contentToDisplay: string;
};

export const emptyFields: WizardFields = {
  gameUrl: "",
  gameTitle: "",
  description: "",
  coverHash: "",
  coverAlt: "",
  targetAudience: "",
  trailerLink: "",
  tags: [],
  hashtags: [],
  wantedCategories: [],
  wantedPlatforms: [],
  whoMayJoin: "",
  payoutRate: "",
  clickRules: "",
  countries: [],
  devices: [],
  budget: "",
  dailyCap: "",
  creatorCap: "",
  startDate: "",
  endDate: "",
  contentToDisplay: "",
};

export const steps = [t`Game`, t`Payment`, t`Deploy`] as const;
export type Step = 1 | 2 | 3;
