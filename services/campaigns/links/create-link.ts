import { insertLink, type LinkKey } from "@fairclick/sql/campaigns/links";
import type { Tx } from "@fairclick/sql/db/client";

const CODE_TRIES = 5;

/** Creates a creator's link with a free code. Throws `already_joined` (through `withTx`). */
export async function createLink(tx: Tx, key: LinkKey): Promise<void> {
  for (let attempt = 0; attempt < CODE_TRIES; attempt += 1) {
    if (await insertLink(tx, { ...key, code: makeLinkCode() })) return;
  }
  throw new Error("No free link code was found");
}

/** Without 0, O, 1, I and l: codes are read aloud and typed. */
const ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
const LENGTH = 8;

function makeLinkCode(): string {
  const limit = 256 - (256 % ALPHABET.length);
  let code = "";
  while (code.length < LENGTH) {
    for (const byte of crypto.getRandomValues(new Uint8Array(LENGTH))) {
      if (byte < limit && code.length < LENGTH) code += ALPHABET[byte % ALPHABET.length];
    }
  }
  return code;
}
