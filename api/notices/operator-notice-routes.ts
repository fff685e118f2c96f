import { readNoticesRequestSchema } from "@fairclick/core/notices/notice-schema";
import {
  operatorNoticesQuerySchema,
  operatorNoticesResponseSchema,
  readOperatorNoticesResponseSchema,
} from "@fairclick/core/notices/operator-notice-schema";
import {
  listNoticesToOperators,
  readNoticesToOperators,
} from "@fairclick/services/notices/operator-notices";
import { defineRoute, jsonBody, jsonResponse, newRouter } from "../define-route";
import { ok } from "../respond";

export const operatorNoticeRoutes = newRouter()
  .openapi(
    defineRoute({
      method: "get",
      path: "/",
      access: "operator:notices:read",
      summary: "List notices to operators, newest first",
      request: { query: operatorNoticesQuerySchema },
      responses: { 200: jsonResponse(operatorNoticesResponseSchema, "A page of notices") },
    }),
    async (c) => {
      const wanted = c.req.valid("query");
      const { items, nextCursor } = await listNoticesToOperators(c.var.ctx, wanted);
      const data = items.map(({ action: _, at, paragraphs, ...notice }) => ({
        ...notice,
        at: at.toISOString(),
        paragraphs: [...paragraphs],
      }));
      return ok(c, { data, nextCursor });
    },
  )
  .openapi(
    defineRoute({
      method: "post",
      path: "/read",
      access: "operator:notices:write",
      summary: "Mark a notice to operators and all older ones as read",
      request: jsonBody(readNoticesRequestSchema),
      responses: { 200: jsonResponse(readOperatorNoticesResponseSchema, "Marked") },
    }),
    async (c) => {
      const { upTo } = c.req.valid("json");
      return ok(c, { data: { read: await readNoticesToOperators(c.var.ctx, upTo) } });
    },
  );
