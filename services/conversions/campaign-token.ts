import { isToken, makeToken } from "../accounts/auth/token";

/** Distinguishes a campaign's API key from a session token, also for secret scanners. */
const PREFIX = "fcc_";

export function makeCampaignToken(): string {
  return PREFIX + makeToken();
}

export function isCampaignToken(text: string): boolean {
  return text.startsWith(PREFIX) && isToken(text.slice(PREFIX.length));
}
