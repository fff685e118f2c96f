import { AppError } from "@fairclick/core/errors";
import type { OperatorId, UserId } from "@fairclick/core/ids";
import type { Actor, Ctx } from "./context";

/** The signed-in user behind a request; refuses everybody else. */
export function requireUser(ctx: Ctx): UserId {
  if (ctx.actor.kind !== "user") throw new AppError("unauthenticated", "Authentication failed");
  return ctx.actor.userId;
}

/** The campaign whose key a request carries; refuses everybody else. */
export function requireCampaign(ctx: Ctx): Extract<Actor, { kind: "campaign" }> {
  if (ctx.actor.kind !== "campaign") {
    throw new AppError("unauthenticated", "This call needs a campaign's API key");
  }
  return ctx.actor;
}

/** The operator behind a request; refuses everybody else. */
export function requireOperator(ctx: Pick<Ctx, "actor">): OperatorId {
  if (ctx.actor.kind !== "operator") throw new AppError("unauthenticated", "Authentication failed");
  return ctx.actor.operatorId;
}
