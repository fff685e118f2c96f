import { topClicksQuerySchema, topClicksResponseSchema } from "@fairclick/core/clicks/stats";
import { suspects } from "@fairclick/core/clicks/suspects";
import { getSuspect, listSuspects } from "@fairclick/services/clicks/suspects";
import { listTopClicks } from "@fairclick/services/clicks/top-clicks";
import { resourceRoutes } from "../resource-routes";
import { ok } from "../respond";
import { jsonResponse, Router } from "../router";

export const suspectResource = resourceRoutes(suspects, { list: listSuspects, show: getSuspect });

export const topClickRoutes = new Router().get("/top", {
  access: "operator:clicks:read",
  summary: "Count clicks of all verdicts by address, network, device or another value",
  request: { query: topClicksQuerySchema },
  responses: { 200: jsonResponse(topClicksResponseSchema, "The values with the most clicks") },
  handle: async (c) => {
    const { rows, counted } = await listTopClicks(c.var.ctx, c.req.valid("query"));
    return ok(c, {
      data: rows,
      counted,
    });
  },
});
