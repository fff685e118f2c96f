import { readFileSync } from "node:fs";
import { type PolicyFile, policyFileSchema } from "@fairclick/core/clicks/policy";
import { AppError } from "@fairclick/core/errors";

/** Reads a policy file. Throws `validation` with the first problem. */
export function readPolicyFile(path: string): PolicyFile {
  return parsePolicy(readText(path), path);
}

/** Parses the JSON of a policy; `name` names it in errors. Throws `validation` with the first problem. */
export function parsePolicy(text: string, name: string): PolicyFile {
  const parsed = policyFileSchema.safeParse(parseJson(text, name));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const where = issue?.path.length ? `${issue.path.join(".")}: ` : "";
  throw new AppError("validation", `${name} is not a policy: ${where}${issue?.message}`);
}

function readText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw unreadable(path, error);
  }
}

function parseJson(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw unreadable(name, error);
  }
}

function unreadable(name: string, error: unknown): AppError {
  const why = error instanceof Error ? error.message : String(error);
  return new AppError("validation", `${name} cannot be read: ${why}`);
}
