import { AppError } from "@fairclick/core/errors";
import { anonymiseUser, lockUser } from "@fairclick/sql/accounts/account-deletion";
import { withTx } from "@fairclick/sql/db/tx";
import { lockAccounts } from "@fairclick/sql/money/ledger";
import type { Ctx } from "../context";
import { writeAudit } from "../operations/write-audit";
import { type Proof, proveIdentity } from "./auth/prove-identity";
import { findObstacles } from "./find-obstacles";

const ownKinds = ["wallet", "earnings", "in_transit"] as const;

/**
 * Deletes the user's account once no money depends on it: ends sessions, stops links, and
 * anonymises the row that the books refer to. Throws `conflict` with every obstacle.
 */
export async function deleteAccount(ctx: Ctx, proof: Proof): Promise<void> {
  const { id: userId } = await proveIdentity(ctx, proof);
  const at = ctx.now();
  await withTx(ctx.db, async (tx) => {
    await lockUser(tx, userId);
    await lockAccounts(
      tx,
      ownKinds.map((kind) => ({ kind, ownerId: userId })),
    );
    const obstacles = await findObstacles(tx, { userId, at });
    if (obstacles.length > 0) throw new AppError("conflict", obstacles.join(" "));
    const username = `deleted-${crypto.randomUUID().slice(0, 13)}`;
    const email = `${username}@deleted.invalid`;
    if (!(await anonymiseUser(tx, { userId, username, email, at }))) {
      throw new AppError("unauthenticated", "Authentication failed");
    }
    await writeAudit(tx, ctx, { action: "user.delete", subject: `user:${userId}` });
  });
}
