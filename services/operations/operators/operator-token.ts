import { isToken, makeToken } from "../../accounts/auth/token";

/** Tells an operator's token from a user's at first sight, in code as in leaked text. */
const PREFIX = "fco_";

export function makeOperatorToken(): string {
  return PREFIX + makeToken();
}

export function isOperatorToken(text: string): boolean {
  return text.startsWith(PREFIX) && isToken(text.slice(PREFIX.length));
}
