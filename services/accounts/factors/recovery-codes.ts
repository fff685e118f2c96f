import type { UserId } from "@fairclick/core/ids";
import { replaceRecoveryCodes } from "@fairclick/sql/accounts/factors";
import type { Tx } from "@fairclick/sql/db/client";
import { encodeBase32LowerCaseNoPadding } from "@oslojs/encoding";
import { hashToken } from "../auth/token";

const COUNT = 10;
/** 80 random bits need no slow hash. */
const BYTES = 10;

/** Replaces the user's recovery codes and returns the new ones: `abcd-efgh-2345-6767`. */
export async function renewRecoveryCodes(tx: Tx, userId: UserId): Promise<string[]> {
  const codes = Array.from({ length: COUNT }, makeRecoveryCode);
  await replaceRecoveryCodes(tx, { userId, codeHashes: codes.map(hashRecoveryCode) });
  return codes;
}

/** Ignores case, spaces and dashes: people type these codes. */
export function hashRecoveryCode(code: string): Uint8Array {
  return hashToken(code.toLowerCase().replaceAll(/[\s-]/g, ""));
}

function makeRecoveryCode(): string {
  const text = encodeBase32LowerCaseNoPadding(crypto.getRandomValues(new Uint8Array(BYTES)));
  return (text.match(/.{4}/g) ?? []).join("-");
}
