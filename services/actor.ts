import { AppError } from "@fairclick/core/errors";
import type { OperatorId, UserId } from "@fairclick/core/ids";
import type { Ctx } from "./context";

/** The signed-in user behind a request; refuses everybody else. */
export function requireUser(ctx: Ctx): UserId {
  if (ctx.actor.kind !== "user") throw new AppError("unauthenticated", "Authentication failed");
  return ctx.actor.userId;
}

/** The operator behind a request; refuses everybody else. */
export function requireOperator(ctx: Pick<Ctx, "actor">): OperatorId {
  if (ctx.actor.kind !== "operator") throw new AppError("unauthenticated", "Authentication failed");
  return ctx.actor.operatorId;
}
