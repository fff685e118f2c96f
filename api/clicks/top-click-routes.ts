import { topClicksQuerySchema, topClicksResponseSchema } from "@fairclick/core/clicks/stats";
import { listTopClicks, type TopClicks } from "@fairclick/services/clicks/suspects";
import { defineRoute, jsonResponse, newRouter } from "../define-route";
import { ok } from "../respond";

export const topClickRoutes = newRouter().openapi(
  defineRoute({
    method: "get",
    path: "/top",
    access: "operator:clicks:read",
    summary: "Count clicks of all verdicts by address, network, device or another value",
    request: { query: topClicksQuerySchema },
    responses: { 200: jsonResponse(topClicksResponseSchema, "The values with the most clicks") },
  }),
  async (c) => {
    const { rows, counted } = await listTopClicks(c.var.ctx, c.req.valid("query"));
    return ok(c, {
      data: rows.map(presentTopValue),
      counted: { ...counted, from: counted.from.toISOString() },
    });
  },
);

function presentTopValue(row: TopClicks["rows"][number]) {
  return {
    ...row,
    paidMicros: row.paidMicros.toString(),
    heldMicros: row.heldMicros.toString(),
    firstClickedAt: row.firstClickedAt.toISOString(),
    lastClickedAt: row.lastClickedAt.toISOString(),
  };
}
