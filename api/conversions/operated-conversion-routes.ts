import {
  adminConversionsQuerySchema,
  adminConversionsResponseSchema,
} from "@fairclick/core/conversions/operated-conversions-schema";
import { listAllConversions } from "@fairclick/services/conversions/list-all-conversions";
import { defineRoute, jsonResponse, newRouter } from "../define-route";
import { presentAdminConversion } from "../operations/present-operated";
import { ok } from "../respond";

export const adminConversionRoutes = newRouter().openapi(
  defineRoute({
    method: "get",
    path: "/",
    access: "operator:conversions:read",
    summary: "List all conversion reports, newest first, including uncounted ones",
    request: { query: adminConversionsQuerySchema },
    responses: { 200: jsonResponse(adminConversionsResponseSchema, "A page of conversions") },
  }),
  async (c) => {
    const { items, nextCursor } = await listAllConversions(c.var.ctx, c.req.valid("query"));
    const data = items.map(presentAdminConversion);
    return ok(c, { data, nextCursor });
  },
);
