import type { UserId } from "@fairclick/core/ids";
import { securityChanged } from "@fairclick/core/notices/account-notices";
import { deletePersonalKeys } from "@fairclick/sql/accounts/keys";
import type { Tx } from "@fairclick/sql/db/client";
import type { Ctx } from "../../context";
import { notify } from "../../notices/notify";
import { writeAudit } from "../../operations/write-audit";

/**
 * Revokes all personal keys of an account that gets a new password or another owner, and notifies
 * the owner. Returns their number.
 */
export async function revokeAllKeys(tx: Tx, ctx: Ctx, userId: UserId): Promise<number> {
  const names = await deletePersonalKeys(tx, userId);
  if (names.length === 0) return 0;
  const before = { keys: names.length };
  await writeAudit(tx, ctx, { action: "key.revoke_all", subject: `user:${userId}`, before });
  await notify(tx, ctx, securityChanged, {
    to: [userId],
    data: { change: "keys_revoked", names, by: "security" },
  });
  return names.length;
}
