/** Labels and hints of the limits, in the wizard and in the dialog. */
export const limitTexts = {
  dailyCap: {
    label: "Per day (optional)",
    hint: "Dollars that the clicks of one day can spend. Days begin at midnight UTC.",
  },
  creatorCap: {
    label: "Per creator (optional)",
    hint: "Dollars that all clicks of one creator can spend.",
  },
  evenPacing:
    "Spread the budget evenly: each day spends at most an equal share of what is left for the days to come.",
} as const;
