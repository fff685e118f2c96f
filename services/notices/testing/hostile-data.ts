import type { z } from "zod";

/** What strangers put into names: a line break, terminal and text-direction controls, HTML, a link. */
export const HOSTILE =
  'Bob\r\nBcc: all@evil.example \u202Egpj.exe\u2066\u001b[31m</h1><img src=x onerror="alert(1)"><a href="https://evil.example">win</a> & co';

type Def = {
  type: string;
  shape?: Record<string, z.ZodType>;
  element?: z.ZodType;
  innerType?: z.ZodType;
  entries?: Record<string, string>;
  options?: z.ZodType[];
  values?: unknown[];
  format?: string;
};

/**
 * Returns hostile data for each case of a schema that has several, by the case's name; of another schema
 * one, by the empty name. The first literal of an object names its cases.
 */
export function listHostileData(schema: z.ZodType): Map<string, unknown> {
  const { options = [schema] } = schema.def as unknown as Def;
  const cases = options.flatMap(listCases);
  return cases.length > 1 ? new Map(cases) : new Map([["", makeHostileData(schema)]]);
}

function listCases(option: z.ZodType): [string, unknown][] {
  const { shape = {} } = option.def as unknown as Def;
  const data = makeHostileData(option);
  for (const [field, { def }] of Object.entries(shape)) {
    const { values = [] } = def as unknown as Def;
    if (values.length > 0) {
      return values.map((value) => [String(value), Object.assign({}, data, { [field]: value })]);
    }
  }
  return [["", data]];
}

/** Returns data that a schema accepts, with hostile free texts. Throws for unknown schemas. */
function makeHostileData(schema: z.ZodType): unknown {
  const def = schema.def as unknown as Def;
  switch (def.type) {
    case "object":
      return Object.fromEntries(
        Object.entries(def.shape ?? {}).map(([name, field]) => [name, makeField(name, field)]),
      );
    case "array":
      return def.element ? [makeHostileData(def.element)] : [];
    case "nullable":
    case "optional":
      return def.innerType && makeHostileData(def.innerType);
    case "enum":
      return Object.values(def.entries ?? {})[0];
    case "literal":
      return def.values?.[0];
    case "bigint":
      return "9007199254740993";
    case "number":
      return 3;
    case "boolean":
      return true;
    case "string":
      return makeText(schema, def);
    default:
      throw new Error(`No data for a schema of the type ${def.type}`);
  }
}

/** Ids are ours: they stand in paths. */
function makeField(name: string, field: z.ZodType): unknown {
  return name.endsWith("Id") ? "01a19661-e85e-7e21-a4f0-91c2d80b3e65" : makeHostileData(field);
}

function makeText(schema: z.ZodType, { format }: Def): string {
  if (format === "datetime") return "2026-11-23T10:00:00.000Z";
  return schema.safeParse(HOSTILE).success ? HOSTILE : "0".repeat(64);
}
