import { z } from "zod";
import { pageQuerySchema } from "./page";

/** Query flag such as `?suspended=true`: accepts only `true` and `false`. */
export const onlySchema = z.stringbool({ truthy: ["true"], falsy: ["false"] }).default(false);

export const searchSchema = z
  .string()
  .trim()
  .max(100, { error: "Please search for at most 100 characters" })
  .optional();

/** A user given by id, e-mail address or name. */
export const userNameSchema = z.string().trim().min(1).max(254);

/** Query of a page of a list with a cursor that is not a uuid. */
export function pageQueryWithCursor(pattern: RegExp) {
  return pageQuerySchema.extend({
    cursor: z.string().regex(pattern, { error: "cursor is not a cursor of this list" }).optional(),
  });
}

export const microsSchema = z.string().regex(/^-?\d+$/);
