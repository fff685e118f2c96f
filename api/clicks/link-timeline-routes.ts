import {
  linkTimelineQuerySchema,
  linkTimelineResponseSchema,
} from "@fairclick/core/clicks/link-timeline-schema";
import { readLinkTimeline } from "@fairclick/services/clicks/inspect/read-link-timeline";
import { defineRoute, jsonResponse, newRouter } from "../define-route";
import { ok } from "../respond";

export const linkTimelineRoutes = newRouter().openapi(
  defineRoute({
    method: "get",
    path: "/timeline",
    access: "operator:clicks:read",
    summary: "Count the judged clicks of a link per minute, hour or UTC day",
    request: { query: linkTimelineQuerySchema },
    responses: { 200: jsonResponse(linkTimelineResponseSchema, "One point per step") },
  }),
  async (c) => {
    const query = c.req.valid("query");
    const { points, isPartial } = await readLinkTimeline(c.var.ctx, query);
    const data = {
      step: query.step,
      points: points.map(({ at, paidMicros, ...counts }) => ({
        at: at.toISOString(),
        ...counts,
        paidMicros: paidMicros.toString(),
      })),
      isPartial,
    };
    return ok(c, { data });
  },
);
