import type { SharedSide } from "@fairclick/core/campaigns/cases";
import { hasAddressOfFew } from "@fairclick/core/money/holds";
import { listSharedSides } from "@fairclick/sql/money/payout-holds";
import { lookUpAddress } from "../clicks/look-up-address";
import type { Ctx } from "../context";

/**
 * Returns by case or finding which creators may be the campaign's developer, and by what. One person on both
 * sides can be paid by both, so operators see it before they decide.
 */
export async function findSharedSides(
  ctx: Pick<Ctx, "db" | "now">,
  ids: readonly string[],
): Promise<ReadonlyMap<string, SharedSide[]>> {
  const sides = new Map<string, SharedSide[]>();
  for (const { id, creator, sameUser, ...found } of await listSharedSides(ctx.db.sql, ids)) {
    const things = [
      ...(sameUser ? (["account"] as const) : []),
      ...(["card", "bank", "device"] as const).filter((thing) => found[thing]),
      ...((await hasAddressOfFew(found.addresses, (address) => lookUpAddress(ctx, { address })))
        ? (["address"] as const)
        : []),
    ];
    if (things.length > 0) sides.set(id, [...(sides.get(id) ?? []), { creator, things }]);
  }
  return sides;
}
