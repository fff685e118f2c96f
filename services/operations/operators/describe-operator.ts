import { AppError } from "@fairclick/core/errors";
import { findOperatorName } from "@fairclick/sql/operations/operators";
import type { Ctx } from "../../context";

/** The operator behind a request; refuses everybody else. */
export async function describeOperator(ctx: Ctx): Promise<{ name: string; scopes: string[] }> {
  if (ctx.actor.kind === "operator") {
    const name = await findOperatorName(ctx.db.sql, ctx.actor.operatorId);
    if (name !== null) return { name, scopes: [...ctx.actor.scopes] };
  }
  throw new AppError("unauthenticated", "Authentication failed");
}
