import { z } from "zod";
import { pageQuerySchema } from "./page";

/** `?suspended=true`: only those; anything else but `false` is refused. */
export const onlySchema = z.stringbool({ truthy: ["true"], falsy: ["false"] }).default(false);

export const searchSchema = z
  .string()
  .trim()
  .max(100, { error: "Please search for at most 100 characters" })
  .optional();

/** How a user is named: id, e-mail address or name. */
export const userNameSchema = z.string().trim().min(1).max(254);

/** A page of a list whose cursor is no uuid. */
export function pageQueryWithCursor(pattern: RegExp) {
  return pageQuerySchema.extend({
    cursor: z
      .string()
      .regex(pattern, { error: "cursor is not one that this list has given" })
      .optional(),
  });
}

export const microsSchema = z.string().regex(/^-?\d+$/);
