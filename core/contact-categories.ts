import { t } from "./language/t";

/** What a message to the operators is about, as its writer chooses it. */
export const contactCategories = [
  "account",
  "money",
  "clicks",
  "campaigns",
  "abuse",
  "privacy",
  "other",
] as const;
export type ContactCategory = (typeof contactCategories)[number];

export const contactCategoryNames: Record<ContactCategory, string> = {
  get account() {
    return t`My account or signing in`;
  },
  get money() {
    return t`Payments and withdrawals`;
  },
  get clicks() {
    return t`Clicks and their verdicts`;
  },
  get campaigns() {
    return t`Campaigns and links`;
  },
  get abuse() {
    return t`Abuse or a harmful link`;
  },
  get privacy() {
    return t`Privacy and my data`;
  },
  get other() {
    return t`Something else`;
  },
};
