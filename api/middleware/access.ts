import { AppError } from "@fairclick/core/errors";
import type { OperatorScope } from "@fairclick/core/operations/scopes";
import { requireCampaign } from "@fairclick/services/actor";
import { createMiddleware } from "hono/factory";
import type { AppEnv } from "../app-env";

/** Who may call a route. `campaign` needs a campaign's API key, `operator` any operator's token, `operator:<scope>` an operator's token with that scope. */
export type Access = "public" | "user" | "campaign" | "operator" | `operator:${OperatorScope}`;

export function requireAccess(access: Access) {
  return createMiddleware<AppEnv>(async (c, next) => {
    if (access === "public") return next();
    const { actor } = c.var.ctx;
    if (access === "campaign") requireCampaign(c.var.ctx);
    if (access === "user" && actor.kind !== "user") {
      throw new AppError("unauthenticated", "Authentication failed");
    }
    if (access.startsWith("operator")) {
      if (actor.kind !== "operator") throw new AppError("unauthenticated", "Authentication failed");
      const [, scope] = /^operator:(.+)$/.exec(access) ?? [];
      if (scope !== undefined && !actor.scopes.includes(scope)) {
        throw new AppError("forbidden", `This token does not have the scope ${scope}`);
      }
    }
    await next();
  });
}
