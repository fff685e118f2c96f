import type { ClickRules } from "../campaigns/campaign-rules";
import type { RuleNumbers } from "./rule";

export const clickRuleNames: Record<ClickRules, string> = {
  literal: "Literal",
  "shared-aware": "Shared-aware",
};

type Numbers = Pick<RuleNumbers, "burstClicks" | "windowSeconds"> & {
  shared: Pick<RuleNumbers["shared"], "burstClicks">;
};

/** What a campaign's choice of click rules means, in a sentence. */
export function describeClickRules(rules: ClickRules, numbers: Numbers): string {
  const { burstClicks, windowSeconds, shared } = numbers;
  return rules === "literal"
    ? `${burstClicks} or more clicks from one IP address within ${windowSeconds} seconds are all invalid, at every address.`
    : `At addresses that many people are known to share, such as a carrier's or a school's, only ${shared.burstClicks} or more devices within ${windowSeconds} seconds are invalid; every other address is judged as on a literal campaign.`;
}
