import { todoResponseSchema } from "@fairclick/core/operations/work";
import { listTodo } from "@fairclick/services/operations/todo";
import { defineRoute, jsonResponse, newRouter } from "../define-route";
import { ok } from "../respond";

export const todoRoutes = newRouter().openapi(
  defineRoute({
    method: "get",
    path: "/",
    access: "operator",
    summary: "List what waits for an operator, as far as the token's scopes allow, oldest first",
    responses: { 200: jsonResponse(todoResponseSchema, "What waits") },
  }),
  async (c) => {
    const { queues, readVitals, config } = c.var.deps;
    const data = await listTodo(c.var.ctx, { listQueues: queues.list, readVitals, config });
    return ok(c, { data });
  },
);
