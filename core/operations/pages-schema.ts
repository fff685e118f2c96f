import { z } from "zod";

export const pageKinds = ["campaign", "link", "click"] as const;

export const pageQuerySchema = z.object({
  /** The id or name of a campaign, the code of a link, or the id of a click. */
  what: z.string().trim().min(1).max(200),
});

export const pageResponseSchema = z.object({
  status: z.literal("success"),
  data: z.object({
    kind: z.enum(pageKinds),
    /** A link's code, or an id. */
    id: z.string(),
    /** The page in the web app. */
    url: z.string(),
    about: z.string(),
  }),
});
