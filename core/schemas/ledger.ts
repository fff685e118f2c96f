import { z } from "zod";

/** One thing that must be true of the books, and the rows that show where it is not. */
export const bookCheckSchema = z.object({
  name: z.string(),
  claim: z.string(),
  differences: z.array(z.record(z.string(), z.union([z.string(), z.number(), z.null()]))),
});

export const booksReportSchema = z.object({
  clean: z.boolean(),
  checks: z.array(bookCheckSchema),
});
export type BooksReport = z.infer<typeof booksReportSchema>;

export const booksResponseSchema = z.object({
  status: z.literal("success"),
  data: booksReportSchema,
});
