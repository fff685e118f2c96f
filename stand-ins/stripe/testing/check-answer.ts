import type { ValidateFunction } from "ajv";
import { loadSchemas } from "../schema/stripe-schemas";

const schemas = loadSchemas();

/** Throws an Error if the answer does not match Stripe's declarations. */
export function checkAnswer(answer: unknown): void {
  if (!isObject(answer)) throw new Error(`Not an object: ${JSON.stringify(answer)}`);
  if ("error" in answer) {
    checkError(answer.error);
  } else if (answer.object === "event") {
    checkEvent(answer);
  } else if (answer.object === "list") {
    checkList(answer);
  } else {
    const name = answer.deleted === true ? `deleted_${answer.object}` : String(answer.object);
    check(schemas.answer(name), answer, name);
  }
}

export function checkEvent(event: object): void {
  const type = "type" in event ? String(event.type) : "";
  check(schemas.event(type), event, type);
}

function checkList({ data, has_more: hasMore, url }: Record<string, unknown>): void {
  if (!Array.isArray(data) || typeof hasMore !== "boolean" || typeof url !== "string") {
    throw new Error("Not a list");
  }
  for (const item of data) checkAnswer(item);
}

function checkError(error: unknown): void {
  if (!isObject(error) || typeof error.message !== "string" || typeof error.type !== "string") {
    throw new Error(`Not Stripe's error: ${JSON.stringify(error)}`);
  }
}

function check(validate: ValidateFunction, value: unknown, name: string): void {
  if (validate(value)) return;
  const problems = validate.errors?.map((each) => `${each.instancePath} ${each.message}`);
  throw new Error(`Not a ${name}: ${problems?.join("; ")}`);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
