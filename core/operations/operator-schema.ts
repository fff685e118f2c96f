import { z } from "zod";

export const operatorResponseSchema = z.object({
  status: z.literal("success"),
  data: z.object({ name: z.string(), scopes: z.array(z.string()) }),
});
