import type { UserId } from "@fairclick/core/ids";
import type { Shared } from "@fairclick/core/money/withdrawals";
import { findSharedWithPayers } from "@fairclick/sql/money/payout-holds";
import type { Ctx } from "../../context";
import { lookUpAddress } from "../../ip/look-up-address";

/** Address signals that say that several unrelated people are behind an address. */
const manyPeople: readonly string[] = ["shared_network", "relay", "vpn", "tor"];

/**
 * Returns the strongest thing that the user shares with somebody who paid these
 * earnings by card; null if there is none. An address counts unless it is known that many people share it.
 */
export async function findShared(
  ctx: Pick<Ctx, "db" | "now">,
  userId: UserId,
): Promise<Shared | null> {
  const { card, bank, device, addresses } = await findSharedWithPayers(ctx.db.sql, userId);
  if (card) return "card";
  if (bank) return "bank";
  if (device) return "device";
  for (const key of addresses) {
    const { signals } = await lookUpAddress(ctx, { address: firstAddress(key) });
    if (!signals.some(({ signal }) => manyPeople.includes(signal))) return "address";
  }
  return null;
}

/** The key of an IPv6 address is its network. */
function firstAddress(key: string): string {
  return key.split("/")[0] ?? key;
}
