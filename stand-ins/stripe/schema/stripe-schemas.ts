import { readFileSync } from "node:fs";
import Ajv, { type ValidateFunction } from "ajv";
import type { StripeSchemas } from "./generate";
import { readWire } from "./wire";

export type SchemaSet = {
  /** Validates the form of a call and converts its strings in place. Throws for an unknown call. */
  request: (call: string) => ValidateFunction;
  /** Validates an answer by its definition's name, or an event by its type. */
  answer: (definition: string) => ValidateFunction;
  event: (type: string) => ValidateFunction;
};

let loaded: SchemaSet | null = null;

/** Loads the generated schemas. Each is compiled on first use. */
export function loadSchemas(): SchemaSet {
  loaded ??= readSchemas();
  return loaded;
}

function readSchemas(): SchemaSet {
  const file = new URL("stripe.gen.json", import.meta.url);
  const schemas: StripeSchemas = JSON.parse(readFileSync(file, "utf8"));
  const ajv = new Ajv({ allErrors: true, strict: false, verbose: true });
  ajv.addKeyword({ keyword: "wire", modifying: true, errors: false, validate: readWire });
  ajv.addSchema({ $id: "stripe", ...schemas });
  const at = (...path: string[]) => {
    const pointer = path.map((part) => encodeURIComponent(part.replaceAll("/", "~1"))).join("/");
    const validate = ajv.getSchema(`stripe#/${pointer}`);
    if (!validate) throw new Error(`No schema at ${path.join(" → ")}`);
    return validate;
  };
  return {
    request: (call) => at("calls", call),
    answer: (definition) => at("definitions", definition),
    event: (type) => at("events", type),
  };
}
