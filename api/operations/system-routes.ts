import { checkApiReadiness } from "@fairclick/services/operations/readiness";
import { z } from "zod";
import { defineRoute, jsonResponse, newRouter } from "../define-route";

const partSchema = z.object({ ok: z.boolean(), detail: z.string() });
const readinessSchema = z.object({
  ready: z.boolean(),
  parts: z.object({ database: partSchema, migrations: partSchema, queue: partSchema }),
  warnings: z.array(z.string()),
});

/** Health checks for load balancers and supervisors. */
export const systemRoutes = newRouter()
  .openapi(
    defineRoute({
      method: "get",
      path: "/healthz",
      access: "public",
      summary: "Check that the process responds",
      responses: { 200: jsonResponse(z.object({ status: z.literal("ok") }), "It responds") },
    }),
    (c) => c.json({ status: "ok" as const }, 200),
  )
  .openapi(
    defineRoute({
      method: "get",
      path: "/readyz",
      access: "public",
      summary: "Check that this process can serve visitors",
      description:
        "200 as long as redirects work, which is also the case without Postgres or without the queue's store: `parts` and `warnings` describe the problems. 503 if this process cannot redirect, or if the database lacks migrations of this version.",
      responses: {
        200: jsonResponse(readinessSchema, "Ready, possibly with warnings"),
        503: jsonResponse(readinessSchema, "Not ready; `parts` says what is missing"),
      },
    }),
    async (c) => {
      const readiness = await checkApiReadiness(c.var.deps);
      c.header("cache-control", "no-store");
      return c.json(readiness, readiness.ready ? 200 : 503);
    },
  );
