import { z } from "zod";

/** Characters of a query. */
export const MAX_QUERY = 10_000;
export const MAX_ROWS = 10_000;
export const DEFAULT_ROWS = 1_000;

export const sqlInputSchema = z.object({
  /** One select, values or with statement. */
  query: z
    .string()
    // The audit log cannot store half a surrogate pair.
    .overwrite((query) => query.trim().toWellFormed())
    .min(1, { error: "The query is empty" })
    .max(MAX_QUERY, { error: `A query has at most ${MAX_QUERY} characters` })
    .refine((query) => !query.includes("\0"), { error: "A query must not have null characters" }),
  limit: z
    .number()
    .int()
    .min(1)
    .max(MAX_ROWS, { error: `limit must be at most ${MAX_ROWS}` })
    .default(DEFAULT_ROWS),
});

const columnSchema = z.object({ name: z.string(), type: z.string() });

export const sqlResponseSchema = z.object({
  status: z.literal("success"),
  data: z.object({
    columns: z.array(columnSchema),
    /** Values as Postgres writes them, in the order of the columns. */
    rows: z.array(z.array(z.string().nullable())),
    /** The limit that left rows out; null if there are no more rows. */
    cutBy: z.enum(["rows", "bytes"]).nullable(),
  }),
});

export const sqlViewsResponseSchema = z.object({
  status: z.literal("success"),
  data: z.array(
    z.object({
      name: z.string(),
      about: z.string().nullable(),
      columns: z.array(columnSchema.extend({ about: z.string().nullable() })),
    }),
  ),
});
