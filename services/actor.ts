import { AppError } from "@fairclick/core/errors";
import type { OperatorId, UserId } from "@fairclick/core/ids";
import { t } from "@fairclick/core/language/t";
import type { Actor, Ctx } from "./context";

/** Returns the signed-in user. Throws `unauthenticated` for other actors. */
export function requireUser(ctx: Ctx): UserId {
  if (ctx.actor.kind !== "user") throw new AppError("unauthenticated", t`Authentication failed`);
  return ctx.actor.userId;
}

/** Returns the campaign of the API key that was sent. Throws `unauthenticated` for other actors. */
export function requireCampaign(ctx: Ctx): Extract<Actor, { kind: "campaign" }> {
  if (ctx.actor.kind !== "campaign") {
    throw new AppError("unauthenticated", "This call needs a campaign's API key");
  }
  return ctx.actor;
}

/** Returns the operator. Throws `unauthenticated` for other actors. */
export function requireOperator(ctx: Pick<Ctx, "actor">): OperatorId {
  if (ctx.actor.kind !== "operator") throw new AppError("unauthenticated", "Authentication failed");
  return ctx.actor.operatorId;
}
