import { z } from "zod";

/** Response of every refused call; `message` and `error` are the same text. */
export const errorResponseSchema = z.object({
  status: z.literal("error"),
  code: z.string(),
  message: z.string(),
  error: z.string(),
  issues: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  requestId: z.string().optional(),
});
export type ErrorResponse = z.infer<typeof errorResponseSchema>;
