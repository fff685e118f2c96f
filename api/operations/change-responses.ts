import { changeResponseSchema } from "@fairclick/core/operations/operator-change-schema";
import { jsonResponse } from "../define-route";

/** The answer of a route by which an operator changes something, or previews the change. */
export const changeResponses = {
  200: jsonResponse(changeResponseSchema, "What changed, or would change in a dry run"),
} as const;
