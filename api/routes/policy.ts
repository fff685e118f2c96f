import { policy } from "@fairclick/core/clicks/policy";
import { listRules } from "@fairclick/core/clicks/rules";
import { itemResponse } from "@fairclick/core/schemas/page";
import { policyResponseSchema } from "@fairclick/core/schemas/policy";
import { defineRoute, jsonAnswer, newRouter } from "../define-route";

const read = defineRoute({
  method: "get",
  path: "/",
  access: "public",
  summary: "The rules by which clicks are judged",
  responses: { 200: jsonAnswer(itemResponse(policyResponseSchema), "The policy in force") },
});

export const policyRoutes = newRouter().openapi(read, (c) => {
  const windowSeconds = c.var.deps.config.clickWindowSeconds;
  const data = {
    version: policy.version,
    windowSeconds,
    burstClicks: policy.burstClicks,
    rules: listRules({ windowSeconds }),
  };
  return c.json({ status: "success" as const, message: "Policy", data }, 200);
});
