import { isToken, makeToken } from "../accounts/auth/token";

/** Tells a campaign's key from a user's token at first sight, in code as in leaked text. */
const PREFIX = "fcc_";

export function makeCampaignToken(): string {
  return PREFIX + makeToken();
}

export function isCampaignToken(text: string): boolean {
  return text.startsWith(PREFIX) && isToken(text.slice(PREFIX.length));
}
