import { checkApiReadiness } from "@fairclick/services/operations/health/check-api-readiness";
import { z } from "zod";
import { defineRoute, jsonAnswer, newRouter } from "../define-route";

const partSchema = z.object({ ok: z.boolean(), detail: z.string() });
const readinessSchema = z.object({
  ready: z.boolean(),
  parts: z.object({ database: partSchema, migrations: partSchema, queue: partSchema }),
  warnings: z.array(z.string()),
});

/** For balancers, supervisors and crawlers. */
export const systemRoutes = newRouter()
  .openapi(
    defineRoute({
      method: "get",
      path: "/healthz",
      access: "public",
      summary: "Whether the process answers at all",
      responses: { 200: jsonAnswer(z.object({ status: z.literal("ok") }), "It does") },
    }),
    (c) => c.json({ status: "ok" as const }, 200),
  )
  .openapi(
    defineRoute({
      method: "get",
      path: "/readyz",
      access: "public",
      summary: "Whether a balancer may send visitors here",
      description:
        "200 as long as redirects work, which they do without Postgres or without the queue's store: `parts` and `warnings` say what is wrong. 503 while this process cannot redirect, or the database lacks migrations of this version.",
      responses: {
        200: jsonAnswer(readinessSchema, "It may, even if there are warnings"),
        503: jsonAnswer(readinessSchema, "It may not; the parts say what is missing"),
      },
    }),
    async (c) => {
      const readiness = await checkApiReadiness(c.var.deps);
      c.header("cache-control", "no-store");
      return c.json(readiness, readiness.ready ? 200 : 503);
    },
  );
