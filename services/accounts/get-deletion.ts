import { requireUser } from "../actor";
import type { Ctx } from "../context";
import { type DeletionPlan, planDeletion } from "./plan-deletion";

/** Returns what the deletion of the caller's account would do. */
export async function getDeletion(ctx: Ctx): Promise<DeletionPlan> {
  return planDeletion(ctx.db.sql, { userId: requireUser(ctx), at: ctx.now() });
}
