import { AppError } from "@fairclick/core/errors";
import { findOperatorByToken } from "@fairclick/sql/operations/operators";
import { hashToken } from "../../accounts/auth/token";
import type { Ctx } from "../../context";

export type DescribedOperator = { name: string; scopes: string[]; expiresAt: Date | null };

/** Returns the operator of the request's token. Throws `unauthenticated` for other actors. */
export async function describeOperator(ctx: Ctx, token: string): Promise<DescribedOperator> {
  const found =
    ctx.actor.kind === "operator" ? await findOperatorByToken(ctx.db.sql, hashToken(token)) : null;
  if (!found) throw new AppError("unauthenticated", "Authentication failed");
  const { name, scopes, expiresAt } = found;
  return { name, scopes, expiresAt };
}
