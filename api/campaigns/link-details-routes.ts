import {
  adminLinkDetailsResponseSchema,
  linkCodeSchema,
} from "@fairclick/core/clicks/operated-links";
import { getLinkDetails } from "@fairclick/services/campaigns/links";
import { z } from "zod";
import { defineRoute, jsonResponse, newRouter } from "../define-route";
import { presentAdminLinkDetails } from "../operations/present-operated";
import { ok } from "../respond";

/** Mounted after the lists below `/links`: their names look like codes. */
export const linkDetailsRoutes = newRouter().openapi(
  defineRoute({
    method: "get",
    path: "/{code}",
    access: "operator:clicks:read",
    summary: "Show a link with its names, money and findings",
    request: { params: z.object({ code: linkCodeSchema }) },
    responses: { 200: jsonResponse(adminLinkDetailsResponseSchema, "The link") },
  }),
  async (c) => {
    const link = await getLinkDetails(c.var.ctx, c.req.valid("param").code);
    return ok(c, { data: presentAdminLinkDetails(link) });
  },
);
