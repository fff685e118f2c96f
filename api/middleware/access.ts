import type { KeyScope } from "@fairclick/core/accounts/keys";
import { AppError } from "@fairclick/core/errors";
import { t } from "@fairclick/core/language/t";
import type { OperatorScope } from "@fairclick/core/operations/operators";
import { requireProof } from "@fairclick/services/accounts/prove-identity";
import { requireCampaign } from "@fairclick/services/changes";
import { createMiddleware } from "hono/factory";
import type { AppEnv } from "../app-env";
import { requestToken } from "./identify";

/**
 * Who may call a route. `user:proof` needs a user who proved their identity in this session within
 * ten minutes, or a personal key with the route's scope, which was made with such a proof; `campaign`
 * needs a campaign's API key, `operator` any operator's token, `operator:<scope>` one with that scope.
 */
export type Access =
  | "public"
  | "user"
  | "user:proof"
  | "campaign"
  | "operator"
  | `operator:${OperatorScope}`;

/**
 * Refuses personal keys without the route's scope. On a public route such a key counts for nothing:
 * the caller is anonymous there.
 */
export function requireKeyScope(access: Access, scope: KeyScope | "none") {
  return createMiddleware<AppEnv>(async (c, next) => {
    const { ctx } = c.var;
    const key = ctx?.actor.kind === "user" ? ctx.actor.key : undefined;
    if (key && (scope === "none" || !key.scopes.includes(scope))) {
      if (access.startsWith("user")) throw new AppError("forbidden", explainRefusal(scope));
      c.set("ctx", { ...ctx, actor: { kind: "public" } });
    }
    await next();
  });
}

function explainRefusal(scope: KeyScope | "none"): string {
  if (scope === "none") return t`API keys cannot do this: sign in to the app`;
  return t`This API key does not have the scope ${scope}`;
}

export function requireAccess(access: Access) {
  return createMiddleware<AppEnv>(async (c, next) => {
    if (access === "public") return next();
    const { actor } = c.var.ctx;
    if (access === "campaign") requireCampaign(c.var.ctx);
    if (access.startsWith("user") && actor.kind !== "user") {
      throw new AppError("unauthenticated", t`Authentication failed`);
    }
    if (access === "user:proof" && actor.kind === "user" && !actor.key) {
      await requireProof(c.var.ctx, requestToken(c) ?? "");
    }
    if (access.startsWith("operator")) {
      if (actor.kind !== "operator") {
        throw new AppError("unauthenticated", "Authentication failed");
      }
      const [, scope] = /^operator:(.+)$/.exec(access) ?? [];
      if (scope !== undefined && !actor.scopes.includes(scope)) {
        throw new AppError("forbidden", `This token does not have the scope ${scope}`);
      }
    }
    await next();
  });
}
