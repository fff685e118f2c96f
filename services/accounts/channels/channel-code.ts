/** Without 0, O, 1, I and l: codes are typed on phones. 31 letters to the power of 8. */
const ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz";
const LENGTH = 8;

/** Returns a new code such as `fairclick-k3xw9rab`. */
export function makeChannelCode(): string {
  const limit = 256 - (256 % ALPHABET.length);
  let code = "";
  while (code.length < LENGTH) {
    for (const byte of crypto.getRandomValues(new Uint8Array(LENGTH))) {
      if (byte < limit && code.length < LENGTH) code += ALPHABET[byte % ALPHABET.length];
    }
  }
  return `fairclick-${code}`;
}
