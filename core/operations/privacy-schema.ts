import { z } from "zod";
import { itemResponse } from "../schemas/page";

export const privacySchema = z.object({
  /** Who is responsible for the data; null fields are not set by the operator. */
  controller: z.object({
    name: z.string().nullable(),
    address: z.string().nullable(),
    contact: z.string().nullable(),
  }),
  retention: z.array(z.object({ what: z.string(), kept: z.string() })),
  storage: z.array(
    z.object({
      name: z.string(),
      place: z.enum(["cookie", "local storage", "session storage"]),
      when: z.string(),
      kept: z.string(),
      purpose: z.string(),
    }),
  ),
});
export type Privacy = z.infer<typeof privacySchema>;
export const privacyResponseSchema = itemResponse(privacySchema);
