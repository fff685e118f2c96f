import { readFileSync } from "node:fs";
import Ajv, { type ValidateFunction } from "ajv";
import type { StripeSchemas } from "./generate";
import { readWire } from "./wire";

export type SchemaSet = {
  /** Validates the form of a call and turns its strings into what they stand for. */
  request: (call: string) => ValidateFunction;
  /** Validates an answer by the name of its definition, an event by its type. */
  answer: (definition: string) => ValidateFunction;
  event: (type: string) => ValidateFunction;
};

let loaded: SchemaSet | null = null;

/** The generated schemas, read once, and each compiled at its first use. */
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
