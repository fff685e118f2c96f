import type { ErrorObject } from "ajv";
import type { SchemaSet } from "../schema/stripe-schemas";
import { ApiError, invalidRequest } from "./api-error";
import { type Form, paramName } from "./form";

/**
 * Validates and converts the parameters of a call. Throws ApiError in Stripe's wording for what
 * Stripe's declarations do not allow, and with code `stand_in_not_modelled` for what Stripe allows
 * but the stand-in does not model.
 */
export function readParams(schemas: SchemaSet, call: string, form: Form): Form {
  const validate = schemas.request(call);
  if (validate(form)) return form;
  throw refusal(validate.errors ?? [], form);
}

function refusal(errors: ErrorObject[], form: Form): ApiError {
  const [first] = errors.toSorted((a, b) => rank(a) - rank(b));
  if (!first) return invalidRequest("Invalid request.");
  const path = first.instancePath.split("/").slice(1).map(unescapePointer);
  const inner = (name: string) => paramName([...path, name]);
  const param = paramName(path);
  switch (first.keyword) {
    case "additionalProperties": {
      const name = String(first.params.additionalProperty);
      return unknownParam(first, name, inner(name));
    }
    case "required": {
      const name = inner(String(first.params.missingProperty));
      return invalidRequest(`Missing required param: ${name}.`, {
        code: "parameter_missing",
        param: name,
      });
    }
    case "wire":
      return invalidRequest(`Invalid ${first.schema}: ${first.data}`, {
        code: `parameter_invalid_${first.schema}`,
        param,
      });
    case "enum":
      return invalidRequest(
        `Invalid ${param}: must be one of ${first.params.allowedValues.join(", ")}`,
        { param },
      );
    default:
      return invalidRequest(`Invalid ${first.params.type ?? "value"}: ${show(form, path)}`, {
        param,
      });
  }
}

/**
 * Sorts errors: the deepest is the most specific; `anyOf` comes last because it reports an error
 * for each of its members.
 */
function rank(error: ErrorObject): number {
  const depth = error.instancePath.split("/").length;
  return (error.keyword === "anyOf" ? 1000 : 0) - depth;
}

function unknownParam(error: ErrorObject, name: string, param: string): ApiError {
  const unmodelled: unknown = error.parentSchema?.["x-unmodelled"];
  if (Array.isArray(unmodelled) && unmodelled.includes(name)) {
    return new ApiError({
      status: 400,
      type: "invalid_request_error",
      code: "stand_in_not_modelled",
      message: `Stripe knows the parameter ${param}, but its stand-in does not model it.`,
      param,
    });
  }
  return invalidRequest(`Received unknown parameter: ${param}`, {
    code: "parameter_unknown",
    param,
  });
}

function unescapePointer(part: string): string {
  return part.replaceAll("~1", "/").replaceAll("~0", "~");
}

function show(form: Form, path: string[]): string {
  let value: unknown = form;
  for (const key of path) value = Object(value)[key];
  return JSON.stringify(value);
}
