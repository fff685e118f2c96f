const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/** Returns a random id in Stripe's format: the prefix, an underscore, and letters and digits. */
export function newId(prefix: string, length = 24): string {
  const bytes = crypto.getRandomValues(new Uint8Array(length));
  const body = Array.from(bytes, (byte) => alphabet.charAt(byte % alphabet.length)).join("");
  return `${prefix}_${body}`;
}
