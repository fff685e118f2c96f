import { ipKey, siteKey } from "@fairclick/core/clicks/addresses";
import type { Db } from "@fairclick/sql/db/client";
import { getSecret } from "../../secret";

/** Returns the key under which an address is found, of a fixed length. */
export function hashAddress(address: string): string {
  return new Bun.CryptoHasher("sha256").update(address).digest("base64url");
}

export type Reporter = { ip: string; userId: string | null };

/**
 * Returns keyed hashes of a reporter, who is an account or an ip key, and of the network: an IPv4
 * /24 or an IPv6 /48. The secret keeps others from finding an address by trying all.
 */
export async function hashReporter(
  db: Db,
  { ip, userId }: Reporter,
): Promise<{ reporter: string; network: string }> {
  const keyed = new Bun.CryptoHasher("sha256", await getSecret(db, "reporters"));
  const hash = (text: string) => keyed.copy().update(text).digest("base64url").slice(0, 22);
  return {
    reporter: hash(userId === null ? `ip:${ipKey(ip)}` : `user:${userId}`),
    network: hash(`network:${siteKey(ip) ?? ipKey(ip).split(".").slice(0, 3).join(".")}`),
  };
}
