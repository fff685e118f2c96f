import { dismissReclaimNotice } from "@fairclick/sql/accounts/recoveries";
import { requireUser } from "../actor";
import type { Ctx } from "../context";

/** Removes the notice about what was disconnected from the user's account. */
export async function dismissReclaim(ctx: Ctx): Promise<void> {
  await dismissReclaimNotice(ctx.db.sql, requireUser(ctx));
}
