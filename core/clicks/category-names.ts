import type { ClickRules } from "../campaigns/campaign-input";
import { t } from "../language/t";
import type { RuleNumbers } from "./rule";

const names: Readonly<Record<string, () => string>> = {
  "Not a visit": () => t`Not a visit`,
  "Hidden embed": () => t`Hidden embed`,
  "Bot traffic": () => t`Bot traffic`,
  "Private relay": () => t`Private relay`,
  "Shared network": () => t`Shared network`,
  "Anonymised traffic": () => t`Anonymised traffic`,
  "Data-centre traffic": () => t`Data-centre traffic`,
  "VPN traffic": () => t`VPN traffic`,
  "Too many clicks at once": () => t`Too many clicks at once`,
  "Repeated click": () => t`Repeated click`,
  "Too many clicks in a day": () => t`Too many clicks in a day`,
  "Own click": () => t`Own click`,
  "Unusual traffic": () => t`Unusual traffic`,
  "Outside the campaign's audience": () => t`Outside the campaign's audience`,
  "Campaign not paying": () => t`Campaign not paying`,
  "Budget used up": () => t`Budget used up`,
  "Daily limit reached": () => t`Daily limit reached`,
  "Limit per creator reached": () => t`Limit per creator reached`,
  Reversed: () => t`Reversed`,
  "Proven by the game": () => t`Proven by the game`,
  Other: () => t`Other`,
};

const reversals: Readonly<Record<string, () => string>> = {
  "bot traffic": () => t`bot traffic`,
  "bought clicks": () => t`bought clicks`,
  "own clicks": () => t`own clicks`,
  "hidden embed": () => t`hidden embed`,
  "paid by mistake": () => t`paid by mistake`,
  "against the rules": () => t`against the rules`,
  "rejected by an operator": () => t`rejected by an operator`,
};

/**
 * What kind of network a click came from, by the address data of the time of the click.
 * `residential`: the AS is known, and nothing says that it is only one of the others.
 */
export const networkKinds = [
  "residential",
  "carrier",
  "campus",
  "hosting",
  "relay",
  "vpn",
  "proxy",
  "unknown",
] as const;
export type NetworkKind = (typeof networkKinds)[number];

const networks: Record<NetworkKind, () => string> = {
  residential: () => t`a home line`,
  carrier: () => t`a phone company's shared address`,
  campus: () => t`a school`,
  hosting: () => t`a data centre`,
  relay: () => t`a privacy relay`,
  vpn: () => t`a VPN`,
  proxy: () => t`a proxy`,
  unknown: () => t`an unknown network`,
};

/** Returns a kind of network as people name it: `a data centre`. */
export function networkName(kind: NetworkKind): string {
  return networks[kind]();
}

/**
 * Returns the name of a category of reasons in the language of its reader. Answers and filters name
 * categories in English; an unknown category is returned as it is.
 */
export function categoryName(category: string): string {
  const reversal = /^Reversed: (.+)$/.exec(category)?.[1];
  return reversal ? t`Reversed: ${reversalName(reversal)}` : findName(names, category);
}

/** Returns why clicks were reversed, from the English words for it. */
export function reversalName(why: string): string {
  return findName(reversals, why);
}

/** All reasons and why clicks are reversed, in the reader's language. */
export const listReasonNames = () =>
  Object.values({ ...names, ...reversals }).map((name) => name());

function findName(known: Readonly<Record<string, () => string>>, english: string): string {
  return Object.hasOwn(known, english) ? (known[english]?.() ?? english) : english;
}

/** Dimensions for grouping clicks. */
export const breakdownDimensions = ["country", "device", "browser", "referrer"] as const;

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
