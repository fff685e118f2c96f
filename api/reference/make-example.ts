import { exampleValues } from "./example-values";
import { CAMPAIGN, NOW } from "./story";

/** The subset of JSON Schema that our schemas use. */
export type Schema = {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  items?: Schema;
  minItems?: number;
  format?: string;
  pattern?: string;
  minLength?: number;
  minimum?: number;
  maximum?: number;
  default?: unknown;
  example?: unknown;
};

const formats: Record<string, string> = {
  "date-time": NOW,
  date: "2026-11-21",
  uuid: CAMPAIGN,
  ip: "81.2.69.142",
};

/** Returns a realistic value that the schema allows. */
export function makeExample(schema: Schema, name = ""): unknown {
  if (schema.example !== undefined) return schema.example;
  if (schema.enum) return schema.enum[0];
  const known = exampleValues[name];
  if (known !== undefined && fits(known, schema)) return known;
  if (schema.anyOf)
    return makeExample(schema.anyOf.find((each) => each.type !== "null") ?? {}, name);
  if (schema.default !== undefined) {
    return listTypes(schema).includes("string") ? String(schema.default) : schema.default;
  }
  switch (listTypes(schema).find((type) => type !== "null")) {
    case "object":
      return makeObject(schema);
    case "array":
      return [makeExample(schema.items ?? {}, name)];
    case "integer":
      return within(schema, 12);
    case "number":
      return within(schema, 4.5);
    case "boolean":
      return true;
    case "string":
      return makeText(schema, name);
    default:
      return null;
  }
}

/** Every pattern in use matches one of these. */
const texts = ["1500", "k7Qx2mPa", "1500_k7Qx2mPa", `${CAMPAIGN}_joined`, "#Roblox", "Dana"];

function makeObject({ properties = {} }: Schema): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(properties).map(([name, property]) => [name, makeExample(property, name)]),
  );
}

function makeText({ format, pattern, minLength = 0 }: Schema, name: string): string {
  const formatted = format && formats[format];
  if (formatted) return formatted;
  const matching = pattern && texts.find((text) => new RegExp(pattern, "u").test(text));
  if (matching) return matching;
  if (name.endsWith("At")) return formats["date-time"] ?? "";
  if (/id$/i.test(name)) return CAMPAIGN;
  return "text".padEnd(minLength, ".");
}

function within(
  { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY }: Schema,
  value: number,
) {
  return Math.min(maximum, Math.max(minimum, value));
}

/** Returns true if the schema allows the value; the same name can have another type elsewhere. */
function fits(value: unknown, schema: Schema): boolean {
  if (schema.anyOf) return schema.anyOf.some((each) => !each.enum && fits(value, each));
  const types = listTypes(schema);
  if (value === null) return types.includes("null");
  if (Array.isArray(value))
    return types.includes("array") && value.every((each) => fits(each, schema.items ?? {}));
  if (typeof value === "object") return types.includes("object") && !schema.properties;
  if (typeof value === "number") {
    const isNumber =
      types.includes("number") || (types.includes("integer") && Number.isInteger(value));
    return isNumber && within(schema, value) === value;
  }
  if (typeof value === "string" && types.includes("string")) {
    const { pattern, minLength = 0, format } = schema;
    if (format) return formatPatterns[format]?.test(value) ?? false;
    return value.length >= minLength && (!pattern || new RegExp(pattern, "u").test(value));
  }
  return types.includes(typeof value);
}

const formatPatterns: Record<string, RegExp> = {
  "date-time": /^\d{4}-\d\d-\d\dT[\d:.]+Z$/,
  date: /^\d{4}-\d\d-\d\d$/,
  uuid: /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/,
  ip: /^[\d.]+$/,
};

export function listTypes({ type = [] }: Schema): string[] {
  return Array.isArray(type) ? type : [type];
}
