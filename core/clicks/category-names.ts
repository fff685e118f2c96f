import { t } from "../language/t";

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
  "Day's share used up": () => t`Day's share used up`,
  Reversed: () => t`Reversed`,
  "Reversed: bot traffic": () => t`Reversed: bot traffic`,
  "Reversed: bought clicks": () => t`Reversed: bought clicks`,
  "Reversed: own clicks": () => t`Reversed: own clicks`,
  "Reversed: hidden embed": () => t`Reversed: hidden embed`,
  "Reversed: paid by mistake": () => t`Reversed: paid by mistake`,
  "Reversed: against the rules": () => t`Reversed: against the rules`,
  "Proven by the game": () => t`Proven by the game`,
  Other: () => t`Other`,
};

/**
 * Returns the name of a category of reasons in the language of its reader. Answers and filters name
 * categories in English; an unknown category is returned as it is.
 */
export function categoryName(category: string): string {
  return Object.hasOwn(names, category) ? (names[category]?.() ?? category) : category;
}
