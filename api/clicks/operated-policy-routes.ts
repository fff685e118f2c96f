import { policy } from "@fairclick/core/clicks/policy";
import { policyShownResponseSchema } from "@fairclick/core/clicks/policy-file-schema";
import { defineRoute, jsonResponse, newRouter } from "../define-route";
import { ok } from "../respond";

export const adminPolicyRoutes = newRouter().openapi(
  defineRoute({
    method: "get",
    path: "/",
    access: "operator:clicks:read",
    summary: "Get the policy in force, in the format of a policy file",
    responses: { 200: jsonResponse(policyShownResponseSchema, "The policy in force") },
  }),
  (c) => {
    const data = { ...policy, windowSeconds: c.var.deps.config.clickWindowSeconds };
    return ok(c, { data });
  },
);
