import { AppError } from "@fairclick/core/errors";
import type { PasskeyId, UserId } from "@fairclick/core/ids";
import { t } from "@fairclick/core/language/t";
import { securityChanged } from "@fairclick/core/notices/account-notices";
import {
  deletePasskey,
  deletePasskeys,
  listPasskeys,
  type PasskeyRow,
} from "@fairclick/sql/accounts/factors";
import type { Tx } from "@fairclick/sql/db/client";
import { withTx } from "@fairclick/sql/db/tx";
import { requireUser } from "../../actor";
import type { Ctx } from "../../context";
import { notify } from "../../notices/notify";
import { writeAudit } from "../../operations/write-audit";

/** Lists the user's passkeys, oldest first. */
export async function listOwnPasskeys(ctx: Ctx): Promise<PasskeyRow[]> {
  return listPasskeys(ctx.db.sql, requireUser(ctx));
}

/** Throws `not_found`. */
export async function removePasskey(ctx: Ctx, id: PasskeyId): Promise<void> {
  const userId = requireUser(ctx);
  await withTx(ctx.db, async (tx) => {
    const name = await deletePasskey(tx, { id, userId });
    if (name === null) throw passkeyNotFound();
    const before = { passkeyId: id, name };
    await writeAudit(tx, ctx, { action: "user.remove_passkey", subject: `user:${userId}`, before });
    await notify(tx, ctx, securityChanged, {
      to: [userId],
      data: { change: "passkeys_removed", names: [name] },
    });
  });
}

/** Removes all passkeys of an account that its owner takes back, and notifies the owner. */
export async function removeAllPasskeys(tx: Tx, ctx: Ctx, userId: UserId): Promise<void> {
  const names = await deletePasskeys(tx, userId);
  if (names.length === 0) return;
  const before = { passkeys: names.length };
  await writeAudit(tx, ctx, {
    action: "user.remove_all_passkeys",
    subject: `user:${userId}`,
    before,
  });
  await notify(tx, ctx, securityChanged, {
    to: [userId],
    data: { change: "passkeys_removed", names },
  });
}

export function passkeyNotFound(): AppError {
  return new AppError("not_found", t`There is no such passkey`);
}
