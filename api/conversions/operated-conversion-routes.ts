import {
  adminConversionsQuerySchema,
  adminConversionsResponseSchema,
} from "@fairclick/core/conversions/operated-conversions-schema";
import { listAllConversions } from "@fairclick/services/conversions/list-all-conversions";
import { defineRoute, jsonAnswer, newRouter } from "../define-route";
import { presentAdminConversion } from "../operations/present-operated";

const list = defineRoute({
  method: "get",
  path: "/",
  access: "operator:conversions:read",
  summary: "What games have reported, latest first, counted or not",
  request: { query: adminConversionsQuerySchema },
  responses: { 200: jsonAnswer(adminConversionsResponseSchema, "A page of conversions") },
});

export const adminConversionRoutes = newRouter().openapi(list, async (c) => {
  const { items, nextCursor } = await listAllConversions(c.var.ctx, c.req.valid("query"));
  const data = items.map(presentAdminConversion);
  return c.json({ status: "success" as const, data, nextCursor }, 200);
});
