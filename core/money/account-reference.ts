import { isUuid } from "../ids";

const ownedKinds = ["wallet", "earnings", "in_transit", "escrow", "debt"] as const;
const platformKinds = ["stripe_clearing", "losses", "fees", "stripe_fees"] as const;

export type AccountReference =
  | { id: bigint }
  | { kind: (typeof ownedKinds)[number]; ownerId: string }
  | { kind: (typeof platformKinds)[number]; shard: number };

/**
 * Parses the name of a ledger account: its number; `wallet:<user id>`, `earnings:…`, `in_transit:…`,
 * `debt:…`; `escrow:<campaign id>`; `stripe_clearing:<shard>`, `losses:<shard>`, `fees:<shard>`,
 * `stripe_fees:<shard>`. Returns null for anything else.
 */
export function parseAccountReference(text: string): AccountReference | null {
  if (/^\d{1,18}$/.test(text)) return { id: BigInt(text) };
  const [kind, rest = "", ...more] = text.split(":");
  if (more.length > 0) return null;
  const owned = ownedKinds.find((each) => each === kind);
  if (owned) return isUuid(rest) ? { kind: owned, ownerId: rest } : null;
  const platform = platformKinds.find((each) => each === kind);
  return platform && /^\d{1,2}$/.test(rest) ? { kind: platform, shard: Number(rest) } : null;
}
