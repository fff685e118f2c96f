import { AppError } from "@fairclick/core/errors";
import { findOperatorName } from "@fairclick/sql/operations/operators";
import type { Ctx } from "../../context";

/** Returns the operator of the request. Throws `unauthenticated` for other actors. */
export async function describeOperator(ctx: Ctx): Promise<{ name: string; scopes: string[] }> {
  if (ctx.actor.kind === "operator") {
    const name = await findOperatorName(ctx.db.sql, ctx.actor.operatorId);
    if (name !== null) return { name, scopes: [...ctx.actor.scopes] };
  }
  throw new AppError("unauthenticated", "Authentication failed");
}
