import { z } from "zod";

const UUID = "01900000-0000-7000-8000-000000000001";

/**
 * A name that attacks an operator's terminal: window title, colours, erased and forged lines, text
 * direction, invisible characters, half a surrogate pair.
 */
export const HOSTILE = [
  "Evil\u001b]0;OWNED\u0007\u001b[31mRED\u001b[2K\r\nerror: forged\tline",
  "\u007f\u0080\u009b2J\u009d0;x\u009c\u0085",
  "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069",
  "\u2028\u2029\u200b\u200c\u200d\u2060\ufeff\u00ad\u3164\u{e0041}\u{e007f}\udc00\ud800",
].join("");

// biome-ignore lint/suspicious/noControlCharactersInRegex: colours begin with the escape character
const ours = /\u001b\[(?:1|2|22|31|32|33|39)m|\r?\n/g;

/** Returns the unsafe characters of an output, except the colours of `createPaint` and line breaks. */
export function findUnsafe(output: string): string[] {
  const foreign = output.replace(ours, "");
  return (
    foreign.match(
      /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}\u200b-\u200d\u2060-\u2064\ufeff\u00ad\u3164\u{e0000}-\u{e007f}]/gu,
    ) ?? []
  );
}

/** Returns a value that the schema accepts, with a hostile text wherever any text is accepted. */
export function hostileValue(schema: z.core.$ZodType): unknown {
  if (schema instanceof z.ZodObject) {
    const fields = Object.entries(schema.shape);
    return Object.fromEntries(fields.map(([name, field]) => [name, hostileValue(field)]));
  }
  if (schema instanceof z.ZodRecord) return hostileRecord(schema);
  if (schema instanceof z.ZodArray) return [hostileValue(schema.element)];
  if (schema instanceof z.ZodTuple) return schema.def.items.map((item) => hostileValue(item));
  if (schema instanceof z.ZodUnion) {
    const { options } = schema;
    return hostileValue(
      options.find((each) => each instanceof z.ZodString) ?? options[0] ?? z.null(),
    );
  }
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) {
    return hostileValue(schema.unwrap());
  }
  if (schema instanceof z.ZodCodec) return hostileValue(schema.def.in);
  if (schema instanceof z.ZodEnum) return schema.options[0];
  if (schema instanceof z.ZodLiteral) return schema.value;
  return accepted(schema);
}

function hostileRecord({ keyType, valueType }: z.ZodRecord): unknown {
  const names = keyType instanceof z.ZodEnum ? keyType.options : [hostileValue(keyType)];
  return Object.fromEntries(names.map((name) => [String(name), hostileValue(valueType)]));
}

/** Returns the first sample that the schema accepts; tries the hostile text first. */
function accepted(schema: z.core.$ZodType): unknown {
  const moments = ["2026-01-31T12:00:00.000Z", "2026-01-31T12-00-00-000Z"];
  const values = [HOSTILE, UUID, ...moments, "1", 3, 3_000, true, null];
  const value = values.find((each) => z.safeParse(schema, each).success);
  if (value === undefined) throw new Error(`No value for a schema of ${schema._zod.def.type}`);
  return value;
}
