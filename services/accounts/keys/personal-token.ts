import { isToken, makeToken } from "../auth/token";

/** Distinguishes a personal key from a session token, also for secret scanners. */
const PREFIX = "fck_";

export function makePersonalToken(): string {
  return PREFIX + makeToken();
}

export function isPersonalToken(text: string): boolean {
  return text.startsWith(PREFIX) && isToken(text.slice(PREFIX.length));
}
