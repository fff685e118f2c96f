import { pageQuerySchema, pageResponseSchema } from "@fairclick/core/operations/pages-schema";
import { findPage } from "@fairclick/services/operations/pages/find-page";
import { defineRoute, jsonResponse, newRouter } from "../define-route";
import { ok } from "../respond";

export const pageRoutes = newRouter().openapi(
  defineRoute({
    method: "get",
    path: "/",
    access: "operator:campaigns:read",
    summary: "Find the page of a campaign, a link or a click in the web app",
    request: { query: pageQuerySchema },
    responses: { 200: jsonResponse(pageResponseSchema, "The page") },
  }),
  async (c) => {
    const { path, ...page } = await findPage(c.var.ctx, c.req.valid("query").what);
    return ok(c, { data: { ...page, url: c.var.deps.config.appUrl + path } });
  },
);
