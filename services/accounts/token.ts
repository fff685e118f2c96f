import { sha256 } from "@oslojs/crypto/sha2";
import { encodeBase64urlNoPadding } from "@oslojs/encoding";

const tokenPattern = /^[A-Za-z0-9_-]{43}$/;

/** 256 random bits. */
export function makeToken(): string {
  return encodeBase64urlNoPadding(crypto.getRandomValues(new Uint8Array(32)));
}

const CODE_LENGTH = 8;

/** Returns random letters of the alphabet, each as likely as the others. */
export function makeCode(alphabet: string): string {
  const limit = 256 - (256 % alphabet.length);
  let code = "";
  while (code.length < CODE_LENGTH) {
    for (const byte of crypto.getRandomValues(new Uint8Array(CODE_LENGTH))) {
      if (byte < limit && code.length < CODE_LENGTH) code += alphabet[byte % alphabet.length];
    }
  }
  return code;
}

export function isToken(text: string): boolean {
  return tokenPattern.test(text);
}

/** Returns the hash to store. 256 random bits need no salt and no slow hash. */
export function hashToken(token: string): Uint8Array {
  return sha256(new TextEncoder().encode(token));
}

/** Distinguishes a campaign's API key from a session token, also for secret scanners. */
const CAMPAIGN_PREFIX = "fcc_";

export function makeCampaignToken(): string {
  return CAMPAIGN_PREFIX + makeToken();
}

export function isCampaignToken(text: string): boolean {
  return text.startsWith(CAMPAIGN_PREFIX) && isToken(text.slice(CAMPAIGN_PREFIX.length));
}

/** Distinguishes a personal key from a session token, also for secret scanners. */
const PERSONAL_PREFIX = "fck_";

export function makePersonalToken(): string {
  return PERSONAL_PREFIX + makeToken();
}

export function isPersonalToken(text: string): boolean {
  return text.startsWith(PERSONAL_PREFIX) && isToken(text.slice(PERSONAL_PREFIX.length));
}
