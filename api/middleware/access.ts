import { AppError } from "@fairclick/core/errors";
import { createMiddleware } from "hono/factory";
import type { AppEnv } from "../app-env";
import type { Access } from "../define-route";

export function requireAccess(access: Access) {
  return createMiddleware<AppEnv>(async (c, next) => {
    if (access === "public") return next();
    const { actor } = c.var.ctx;
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
