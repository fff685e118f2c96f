import ts from "typescript-6";
import type { StripeTypes } from "./stripe-program";

export type Schema = { [keyword: string]: unknown };
export type Side = "answer" | "request";

/** The name that values of a map have here; the only map of numbers holds exchange rates. */
const MAP_VALUE = "[value]";

/** Properties with fractional values. Stripe's declarations use `number` for integers as well. */
const fractions = new Set(["exchange_rate", MAP_VALUE]);

export type Converter = {
  definitions: Map<string, Schema>;
  /**
   * Returns the schema of a type, a reference into `definitions` where it has one. Returns
   * undefined if the type cannot occur on this side.
   */
  convert: (type: ts.Type) => Schema | undefined;
};

/**
 * Converts TypeScript declarations to JSON Schema. Objects are closed: a property that Stripe does
 * not declare is an error. `kept` reduces a definition to the properties that the stand-in models;
 * what it removes from a request is listed under `x-unmodelled`, so that the error can say "not
 * modelled" instead of "unknown to Stripe".
 */
export function createConverter(
  types: StripeTypes,
  rules: { side: Side; resources: ReadonlySet<string>; kept: Map<string, readonly string[]> },
): Converter {
  const { checker, propertyType } = types;
  const definitions = new Map<string, Schema>();
  const scalars = rules.side === "request" ? wireScalars : jsonScalars;

  function convert(type: ts.Type, name = ""): Schema | undefined {
    const scalar = scalarSchema(type, name, scalars);
    if (scalar) return scalar;
    if (isDecimal(type)) return { type: "string", pattern: "^-?\\d+(\\.\\d+)?$" };
    if (type.isUnion()) return convertUnion(type, name);
    if (checker.isArrayType(type)) {
      const [item] = checker.getTypeArguments(type as ts.TypeReference);
      return { type: "array", items: (item && convert(item, name)) ?? false };
    }
    if (type.symbol?.name === "ApiList") return listSchema(type);
    if (type.flags & ts.TypeFlags.Object) return convertObject(type);
    return undefined;
  }

  function convertUnion(type: ts.UnionType, name: string): Schema | undefined {
    const literals: unknown[] = [];
    const others: Schema[] = [];
    for (const member of type.types) {
      if (member.isStringLiteral()) literals.push(member.value);
      else if (isTrueOrFalse(type, member)) others.push(scalars.boolean);
      else {
        const schema = convert(member, name);
        if (schema) others.push(schema);
      }
    }
    return union(literals, others);
  }

  function listSchema(type: ts.Type): Schema {
    const [item] = checker.getTypeArguments(type as ts.TypeReference);
    return {
      type: "object",
      required: ["object", "data", "has_more", "url"],
      additionalProperties: false,
      properties: {
        object: { const: "list" },
        data: { type: "array", items: (item && convert(item)) ?? false },
        has_more: { type: "boolean" },
        url: { type: "string" },
      },
    };
  }

  function convertObject(type: ts.Type): Schema | undefined {
    const resource = resourceName(type);
    if (resource && !rules.resources.has(resource)) return undefined;
    const name = resource ?? declaredName(type);
    if (!name) return objectSchema(type, undefined);
    if (!definitions.has(name)) {
      definitions.set(name, {});
      definitions.set(name, objectSchema(type, rules.kept.get(declaredName(type) ?? "")));
    }
    return { $ref: `#/definitions/${name.replaceAll("/", "~1")}` };
  }

  function objectSchema(type: ts.Type, kept: readonly string[] | undefined): Schema {
    const properties: Record<string, Schema> = {};
    const required: string[] = [];
    const cut: string[] = [];
    for (const property of checker.getPropertiesOfType(type)) {
      const { name } = property;
      if (kept && !kept.includes(name)) {
        cut.push(name);
        continue;
      }
      const schema = isDifference(name)
        ? { type: "object" }
        : convert(propertyType(property), name);
      if (!schema) continue;
      properties[name] = schema;
      if (!(property.flags & ts.SymbolFlags.Optional)) required.push(name);
    }
    for (const name of kept ?? []) {
      if (!(name in properties)) throw new Error(`${declaredName(type)} has no ${name}`);
    }
    const values = checker.getIndexInfosOfType(type)[0];
    return {
      type: "object",
      ...(Object.keys(properties).length > 0 && { properties }),
      ...(required.length > 0 && { required }),
      ...(rules.side === "request" && cut.length > 0 && { "x-unmodelled": cut }),
      additionalProperties: values ? (convert(values.type, MAP_VALUE) ?? false) : false,
    };
  }

  /**
   * Returns the value of the resource's `object` property. Events all share one, so they return
   * undefined and are identified by type.
   */
  function resourceName(type: ts.Type): string | undefined {
    const object = type.getProperty("object");
    const value = object && propertyType(object);
    if (rules.side === "request" || !type.getProperty("id")) return undefined;
    if (!value?.isStringLiteral() || value.value === "event") return undefined;
    return type.symbol.name.startsWith("Deleted") ? `deleted_${value.value}` : value.value;
  }

  return { definitions, convert };
}

type Scalars = Record<"string" | "integer" | "number" | "boolean", Schema> & { null?: Schema };

const jsonScalars: Scalars = {
  string: { type: "string" },
  integer: { type: "integer" },
  number: { type: "number" },
  boolean: { type: "boolean" },
  null: { type: "null" },
};

/** Form values are strings; the keyword `wire` converts them. Forms have no null. */
const wireScalars: Scalars = {
  string: { type: "string" },
  integer: { wire: "integer" },
  number: { wire: "number" },
  boolean: { wire: "boolean" },
};

function scalarSchema(type: ts.Type, name: string, scalars: Scalars): Schema | undefined {
  if (type.isStringLiteral() || type.isNumberLiteral()) return { const: type.value };
  if (type.flags & ts.TypeFlags.BooleanLiteral) {
    return { const: (type as ts.Type & { intrinsicName: string }).intrinsicName === "true" };
  }
  if (type.flags & ts.TypeFlags.StringLike) return scalars.string;
  if (type.flags & ts.TypeFlags.NumberLike) {
    return fractions.has(name) ? scalars.number : scalars.integer;
  }
  if (type.flags & ts.TypeFlags.BooleanLike) return scalars.boolean;
  if (type.flags & ts.TypeFlags.Null) return scalars.null;
  return undefined;
}

/** Inside a union, the compiler represents `boolean` as its two literals. */
function isTrueOrFalse(type: ts.UnionType, member: ts.Type): boolean {
  const literals = type.types.filter((each) => each.flags & ts.TypeFlags.BooleanLiteral);
  return literals.length === 2 && literals.includes(member);
}

function union(literals: unknown[], others: Schema[]): Schema | undefined {
  const parts = literals.length > 0 ? [{ enum: literals }, ...others] : others;
  const distinct = [...new Map(parts.map((part) => [JSON.stringify(part), part])).values()];
  if (distinct.length <= 1) return distinct[0];
  if (
    distinct.some((part) => part.type === "string") &&
    distinct.every((part) => "wire" in part || part.type === "string")
  ) {
    return { type: "string" };
  }
  const simple = distinct.every((part) => Object.keys(part).join() === "type");
  return simple ? { type: distinct.map((part) => part.type) } : { anyOf: distinct };
}

/**
 * `previous_attributes` is declared as a shallow `Partial`, but the values sent are partial at
 * every depth.
 */
function isDifference(name: string): boolean {
  return name === "previous_attributes";
}

function isDecimal(type: ts.Type): boolean {
  return type.aliasSymbol?.name === "Decimal" || type.symbol?.name === "DecimalImpl";
}

/**
 * Returns a qualified name such as `Checkout.Sessions.Session.AutomaticTax`, or undefined if the
 * type is not declared in a file of the `stripe` package.
 */
export function declaredName(type: ts.Type): string | undefined {
  const declaration = type.symbol?.declarations?.[0];
  const file = declaration?.getSourceFile().fileName.match(/\/stripe\/esm\/(.*)\.d\.ts$/)?.[1];
  if (!declaration || !file || type.symbol.name === "__type") return undefined;
  const path: string[] = [];
  for (let node: ts.Node = declaration; node && !ts.isSourceFile(node); node = node.parent) {
    if (ts.isInterfaceDeclaration(node) || ts.isModuleDeclaration(node))
      path.unshift(node.name.text);
  }
  return [...file.replace("resources/", "").split("/"), ...path].join(".");
}
