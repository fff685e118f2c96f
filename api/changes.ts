import { changeResponseSchema } from "@fairclick/core/changes";
import { jsonResponse } from "./define-route";

/** The responses of a route with which operators make a change, or preview it. */
export const changeResponses = {
  200: jsonResponse(changeResponseSchema, "What changed, or would change in a dry run"),
} as const;
