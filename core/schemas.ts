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

/** Schema of a response that is one thing, or all of a list. */
export function dataResponse<Data extends z.ZodType>(data: Data) {
  return z.object({ status: z.literal("success"), data });
}

export function itemResponse<Item extends z.ZodType>(item: Item) {
  return z.object({ status: z.literal("success"), message: z.string(), data: item });
}

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

/** A time: a `Date` here, ISO 8601 in UTC in JSON. */
export const timeSchema = z.codec(z.iso.datetime(), z.date(), {
  decode: (text) => new Date(text),
  encode: (time) => time.toISOString(),
});

/** An exact amount: a bigint here, its digits as text in JSON, where a number would lose some. */
export const microsSchema = z.codec(z.string().regex(/^-?\d+$/), z.bigint(), {
  decode: BigInt,
  encode: String,
});

/** A number of things: a bigint here, a number in JSON. */
export const countSchema = z.codec(z.int(), z.bigint(), { decode: BigInt, encode: Number });

/** Returns the part of some JSON that the schema names, as JSON. Throws if it does not match. */
export function pickJson<Schema extends z.ZodType>(schema: Schema, json: unknown): z.input<Schema> {
  return z.encode(schema, schema.parse(json));
}

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

/** An error text of a schema, or the function that writes it in the language of its reader. */
export type Message = string | (() => string);

export function writeMessage(message: Message): string {
  return typeof message === "string" ? message : message();
}

/** IANA name of a time zone, default UTC. Refuses offsets such as `+01:00`: programs disagree about their sign. */
export const timeZoneSchema = z
  .string()
  .default("UTC")
  .refine(isTimeZone, { error: "timeZone must be a name such as Europe/Berlin" });

function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
