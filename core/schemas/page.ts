import { z } from "zod";

export const MAX_PAGE = 100;

/** Query of a page of a list; `cursor` is the `nextCursor` of the previous page. */
export const pageQuerySchema = z.object({
  cursor: z.uuid({ error: "cursor is not a cursor of this list" }).optional(),
  limit: z.coerce
    .number({ error: "limit must be a whole number" })
    .int({ error: "limit must be a whole number" })
    .min(1, { error: "limit must be at least 1" })
    .max(MAX_PAGE, { error: `limit must be at most ${MAX_PAGE}` })
    .optional(),
});

/** Schema of a page of a list; `nextCursor` is null on the last page. */
export function listResponse<Item extends z.ZodType>(item: Item) {
  return z.object({
    status: z.literal("success"),
    data: z.array(item),
    nextCursor: z.string().nullable(),
  });
}

/** Schema of a response with one item. */
export function itemResponse<Item extends z.ZodType>(item: Item) {
  return z.object({ status: z.literal("success"), message: z.string(), data: item });
}
