import { isToken, makeToken } from "../../accounts/auth/token";

/** Distinguishes an operator's token from a session token, also for secret scanners. */
const PREFIX = "fco_";

export function makeOperatorToken(): string {
  return PREFIX + makeToken();
}

export function isOperatorToken(text: string): boolean {
  return text.startsWith(PREFIX) && isToken(text.slice(PREFIX.length));
}
