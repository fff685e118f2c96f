import {
  listBrowserStorage,
  listRetention,
  privacyResponseSchema,
} from "@fairclick/core/operations/privacy";
import { defineRoute, jsonResponse, newRouter } from "../define-route";
import { ok } from "../respond";

export const privacyRoutes = newRouter().openapi(
  defineRoute({
    method: "get",
    path: "/",
    access: "public",
    summary:
      "Get who is responsible for personal data, how long it is kept, and what is stored in browsers",
    responses: { 200: jsonResponse(privacyResponseSchema, "With the settings of this server") },
  }),
  (c) => {
    const { config } = c.var.deps;
    const { controller } = config;
    const data = { controller, retention: listRetention(), storage: listBrowserStorage() };
    return ok(c, { message: "Privacy", data });
  },
);
