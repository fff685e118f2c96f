import type { DataValidationCxt } from "ajv/dist/types/index.js";

type Wire = "integer" | "number" | "boolean";

/**
 * The keyword `wire`: the value is a string that spells an integer, a number or a boolean, and is
 * replaced by what it spells. Stripe's own parser is as strict: `1e3` is no integer.
 */
export function readWire(
  wire: Wire,
  text: unknown,
  _schema?: unknown,
  place?: DataValidationCxt,
): boolean {
  const value = typeof text === "string" ? spelled(wire, text) : undefined;
  if (value === undefined || !place) return false;
  place.parentData[place.parentDataProperty] = value;
  return true;
}

function spelled(wire: Wire, text: string): number | boolean | undefined {
  switch (wire) {
    case "integer":
      return /^-?\d{1,15}$/.test(text) ? Number(text) : undefined;
    case "number":
      return /^-?\d{1,15}(\.\d{1,15})?$/.test(text) ? Number(text) : undefined;
    case "boolean":
      return text === "true" ? true : text === "false" ? false : undefined;
  }
}
