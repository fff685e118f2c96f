import { readFileSync } from "node:fs";
import { type PolicyFile, policyFileSchema } from "@fairclick/core/clicks/policy-file-schema";
import { AppError } from "@fairclick/core/errors";

/** Reads a policy file. Throws `validation` with the first problem. */
export function readPolicyFile(path: string): PolicyFile {
  const parsed = policyFileSchema.safeParse(readJson(path));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const where = issue?.path.length ? `${issue.path.join(".")}: ` : "";
  throw new AppError("validation", `${path} is not a policy: ${where}${issue?.message}`);
}

function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new AppError("validation", `${path} cannot be read: ${why}`);
  }
}
