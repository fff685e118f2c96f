/** Distinguishes an operator's token from a session token, also for secret scanners. */
export const OPERATOR_TOKEN_PREFIX = "fco_";

/** Distinguishes the request for a token, which is no secret, from the token. */
const REQUEST_PREFIX = "fcr_";

const requestPattern = /^fcr_[A-Za-z0-9_-]{43}$/;

/**
 * Returns the request for a token: `fcr_` and the token's SHA-256. Somebody with access to the database
 * approves the token by this request, without seeing the token.
 */
export async function requestOfToken(token: string): Promise<string> {
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(token));
  return (
    REQUEST_PREFIX + new Uint8Array(hash).toBase64({ alphabet: "base64url", omitPadding: true })
  );
}

/** Returns the token's hash from a request; null if the text is not a request. */
export function readRequest(text: string): Uint8Array | null {
  if (!requestPattern.test(text)) return null;
  const hash = Uint8Array.fromBase64(text.slice(REQUEST_PREFIX.length), { alphabet: "base64url" });
  return hash.length === 32 ? hash : null;
}

/** Returns a new token: 256 random bits. */
export function makeRandomToken(): string {
  const bits = crypto.getRandomValues(new Uint8Array(32));
  return OPERATOR_TOKEN_PREFIX + bits.toBase64({ alphabet: "base64url", omitPadding: true });
}
