import type { DataValidationCxt } from "ajv/dist/types/index.js";

type Wire = "integer" | "number" | "boolean";

/**
 * Implements the keyword `wire`: replaces a string with the integer, number or boolean that it
 * represents. Returns false if it represents none. As strict as Stripe's parser: `1e3` is not an
 * integer.
 */
export function readWire(
  wire: Wire,
  text: unknown,
  _schema?: unknown,
  place?: DataValidationCxt,
): boolean {
  const value = typeof text === "string" ? parseWire(wire, text) : undefined;
  if (value === undefined || !place) return false;
  place.parentData[place.parentDataProperty] = value;
  return true;
}

function parseWire(wire: Wire, text: string): number | boolean | undefined {
  switch (wire) {
    case "integer":
      return /^-?\d{1,15}$/.test(text) ? Number(text) : undefined;
    case "number":
      return /^-?\d{1,15}(\.\d{1,15})?$/.test(text) ? Number(text) : undefined;
    case "boolean":
      return text === "true" ? true : text === "false" ? false : undefined;
  }
}
