import { t } from "@fairclick/core/language/t";

/** Labels and hints of the limits, in the wizard and in the dialog. */
export const limitTexts = {
  dailyCap: {
    label: t`Per day (optional)`,
    hint: t`Dollars that the clicks of one day can spend. Days begin at midnight UTC.`,
  },
  creatorCap: {
    label: t`Per creator (optional)`,
    hint: t`Dollars that all clicks of one creator can spend.`,
  },
} as const;
