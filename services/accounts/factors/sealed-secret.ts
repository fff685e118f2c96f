import type { UserId } from "@fairclick/core/ids";
import type { Ctx } from "../../context";
import { getSecret } from "../../secret";

const NONCE_BYTES = 12;

/**
 * Encrypts a user's secret with AES-256-GCM under the installation's key. The user's id is
 * authenticated: the result cannot be opened for another user.
 */
export async function sealSecret(
  ctx: Pick<Ctx, "db">,
  { userId, secret }: { userId: UserId; secret: Uint8Array<ArrayBuffer> },
): Promise<Uint8Array> {
  const iv = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
  const sealed = await crypto.subtle.encrypt(parameters(userId, iv), await key(ctx), secret);
  return Buffer.concat([iv, new Uint8Array(sealed)]);
}

/** Throws if `sealed` was made for another user, or changed. */
export async function openSecret(
  ctx: Pick<Ctx, "db">,
  { userId, sealed }: { userId: UserId; sealed: Uint8Array },
): Promise<Uint8Array<ArrayBuffer>> {
  const iv = Uint8Array.from(sealed.subarray(0, NONCE_BYTES));
  const text = Uint8Array.from(sealed.subarray(NONCE_BYTES));
  return new Uint8Array(await crypto.subtle.decrypt(parameters(userId, iv), await key(ctx), text));
}

function parameters(userId: UserId, iv: Uint8Array<ArrayBuffer>) {
  return { name: "AES-GCM", iv, additionalData: new TextEncoder().encode(userId) };
}

async function key({ db }: Pick<Ctx, "db">) {
  const bytes = Uint8Array.from(await getSecret(db, "totp"));
  return crypto.subtle.importKey("raw", bytes, "AES-GCM", false, ["encrypt", "decrypt"]);
}
