import { publicFiguresResponseSchema } from "@fairclick/core/campaigns/campaign";
import { defineRoute, jsonResponse, newRouter } from "../define-route";
import { ok } from "../respond";

export const publicFiguresRoutes = newRouter().openapi(
  defineRoute({
    method: "get",
    path: "/",
    access: "public",
    summary: "Get public figures: open campaigns, their prices, valid clicks, what was paid",
    responses: { 200: jsonResponse(publicFiguresResponseSchema, "At most five minutes old") },
  }),
  async (c) => {
    const data = await c.var.deps.readPublicFigures();
    return ok(c, { message: "Public figures", data });
  },
);
