import { z } from "zod";

const schemaNode = z.object({
  type: z.union([z.string(), z.array(z.string())]).optional(),
  const: z.union([z.string(), z.number()]).optional(),
  enum: z.array(z.string()).optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  required: z.array(z.string()).default([]),
  additionalProperties: z.unknown().optional(),
  items: z.unknown().optional(),
  anyOf: z.array(z.unknown()).optional(),
});

/** Returns a JSON Schema as a TypeScript type. Throws for constructs that no command's output uses. */
export function describeShape(schema: unknown, indent = ""): string {
  const node = schemaNode.parse(schema);
  if (node.anyOf) return node.anyOf.map((one) => describeShape(one, indent)).join(" | ");
  if (node.const !== undefined) return JSON.stringify(node.const);
  if (node.enum) return node.enum.map((value) => JSON.stringify(value)).join(" | ");
  if (Array.isArray(node.type)) return node.type.join(" | ");
  if (node.type === "array") return `${describeShape(node.items, indent)}[]`;
  if (node.properties) {
    const fields = Object.entries(node.properties).map(([name, value]) => {
      const mark = node.required.includes(name) ? "" : "?";
      return `${indent}  ${name}${mark}: ${describeShape(value, `${indent}  `)};\n`;
    });
    return `{\n${fields.join("")}${indent}}`;
  }
  if (node.type === "object") return `Record<string, ${describeShape(node.additionalProperties)}>`;
  if (node.type === "integer") return "number";
  if (node.type) return node.type;
  throw new Error(`Cannot describe the schema ${JSON.stringify(schema)}`);
}
