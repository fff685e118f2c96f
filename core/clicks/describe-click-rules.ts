import type { ClickRules } from "../campaigns/campaign-input";
import { t } from "../language/t";
import type { RuleNumbers } from "./rule";

export const clickRuleNames: Record<ClickRules, string> = {
  get literal() {
    return t`The same at every address`;
  },
  get "shared-aware"() {
    return t`More at shared addresses`;
  },
};

type Numbers = Pick<RuleNumbers, "burstClicks" | "windowSeconds"> & {
  shared: Pick<RuleNumbers["shared"], "burstClicks">;
};

/** What a campaign's choice of click rules means, in a sentence. */
export function describeClickRules(rules: ClickRules, numbers: Numbers): string {
  const { burstClicks, windowSeconds, shared } = numbers;
  return rules === "literal"
    ? t`${burstClicks} or more clicks from one IP address within ${windowSeconds} seconds are all invalid, at every address.`
    : t`Schools, offices and phone networks: many people behind one address. There, only ${shared.burstClicks} or more devices within ${windowSeconds} seconds are invalid. Every other address is judged as usual.`;
}
