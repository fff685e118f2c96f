import { AppError } from "@fairclick/core/errors";
import { dashboardResponseSchema } from "@fairclick/core/schemas/account";
import { defineRoute, jsonAnswer, newRouter } from "../define-route";

const dashboard = defineRoute({
  method: "get",
  path: "/dashboard",
  access: "user",
  summary: "A creator's totals",
  responses: { 200: jsonAnswer(dashboardResponseSchema, "Earnings, clicks, links, pending money") },
});

export const userRoutes = newRouter().openapi(dashboard, async () => {
  throw new AppError("unavailable", "Not built yet");
});
