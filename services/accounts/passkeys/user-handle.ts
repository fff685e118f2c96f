import type { UserId } from "@fairclick/core/ids";
import { encodeBase64urlNoPadding } from "@oslojs/encoding";

/** Returns the name under which authenticators store an account: its id, in base64url. */
export function userHandle(userId: UserId): string {
  return encodeBase64urlNoPadding(new TextEncoder().encode(userId));
}
