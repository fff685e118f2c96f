import { sha256 } from "@oslojs/crypto/sha2";
import { encodeBase64urlNoPadding } from "@oslojs/encoding";

const tokenPattern = /^[A-Za-z0-9_-]{43}$/;

/** 256 random bits. */
export function makeToken(): string {
  return encodeBase64urlNoPadding(crypto.getRandomValues(new Uint8Array(32)));
}

export function isToken(text: string): boolean {
  return tokenPattern.test(text);
}

/** Returns the hash to store. 256 random bits need no salt and no slow hash. */
export function hashToken(token: string): Uint8Array {
  return sha256(new TextEncoder().encode(token));
}
