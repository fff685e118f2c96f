const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/** An id in Stripe's manner: a prefix that tells the kind, then letters and digits. */
export function newId(prefix: string, length = 24): string {
  const bytes = crypto.getRandomValues(new Uint8Array(length));
  const body = Array.from(bytes, (byte) => alphabet.charAt(byte % alphabet.length)).join("");
  return `${prefix}_${body}`;
}
