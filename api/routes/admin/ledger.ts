import { booksResponseSchema } from "@fairclick/core/schemas/ledger";
import { verifyBooks } from "@fairclick/services/ledger/verify-books";
import { defineRoute, jsonAnswer, newRouter } from "../../define-route";

const verify = defineRoute({
  method: "get",
  path: "/verify",
  access: "operator:ledger:read",
  summary: "Prove that the books are right",
  responses: { 200: jsonAnswer(booksResponseSchema, "Every check, and what contradicts it") },
});

export const ledgerRoutes = newRouter().openapi(verify, async (c) => {
  c.env.waitForAnswer?.();
  return c.json({ status: "success" as const, data: await verifyBooks(c.var.ctx) }, 200);
});
