import type { ValidateFunction } from "ajv";
import { Ajv2020 } from "ajv/dist/2020";

type Document = { components: { schemas: Record<string, object> } };

/** Returns a validator for the document's schemas; `problems` lists how a value violates its schema. */
export function createValidator({ components }: Document) {
  const ajv = new Ajv2020({
    strict: true,
    allowUnionTypes: true,
    formats: {
      date: /^\d{4}-\d\d-\d\d$/,
      "date-time": (text: string) => !Number.isNaN(Date.parse(text)) && text.includes("T"),
      email: /^[^@\s]+@[^@\s]+$/,
      ip: /^[\d.]+$|:/,
      uri: (text: string) => URL.canParse(text),
      uuid: /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i,
    },
    keywords: ["components", "example"],
  });
  ajv.addSchema({ $id: "https://api.test/", components });
  const compiled = new Map<string, ValidateFunction>();
  const compile = (schema: object) => {
    const text = JSON.stringify(schema).replaceAll('"$ref":"#/', '"$ref":"https://api.test/#/');
    const validate = compiled.get(text) ?? ajv.compile(JSON.parse(text));
    compiled.set(text, validate);
    return validate;
  };
  return {
    problems: (schema: object, value: unknown): string[] => {
      const validate = compile(schema);
      validate(value);
      return (validate.errors ?? []).map((each) => `${each.instancePath} ${each.message}`);
    },
  };
}
