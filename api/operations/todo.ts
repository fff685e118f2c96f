import { todoResponseSchema } from "@fairclick/core/operations/work";
import { listTodo } from "@fairclick/services/operations/todo";
import { ok } from "../respond";
import { jsonResponse, Router } from "../router";

export const todoRoutes = new Router().get("/", {
  access: "operator",
  summary: "List what waits for an operator, as far as the token's scopes allow, oldest first",
  responses: { 200: jsonResponse(todoResponseSchema, "What waits") },
  handle: async (c) => {
    const { queues, readVitals, config } = c.var.deps;
    const data = await listTodo(c.var.ctx, { listQueues: queues.list, readVitals, config });
    return ok(c, { data });
  },
});
