/** OWASP's second recommendation for argon2id: 19 MiB, two passes. */
const cost = { algorithm: "argon2id", memoryCost: 19_456, timeCost: 2 } as const;

/** Hash of a discarded random text, made at the same cost. */
const decoyHash =
  "$argon2id$v=19$m=19456,t=2,p=1$PJpT0OLwAYwbrfVBvGRzFmI0aHl4kO7f4rcGu6HaLC4$t1snyz7miDJzYUct+/FRupqE6X6ljCT7AWz5c8b3V9g";

/** Returns an argon2id hash in PHC format, of the NFKC form of the password. */
export async function hashPassword(password: string): Promise<string> {
  return Bun.password.hash(password.normalize("NFKC"), cost);
}

/**
 * Returns false if `hash` is null, after the same time as otherwise: the duration does not reveal which accounts
 * exist.
 */
export async function verifyPassword(password: string, hash: string | null): Promise<boolean> {
  const matches = await Bun.password.verify(password.normalize("NFKC"), hash ?? decoyHash);
  return hash !== null && matches;
}
