import type { z } from "zod";
import type { ControlDeps } from "./control";

export type Action<Schema extends z.ZodType, Result> = {
  input: Schema;
  run: (deps: ControlDeps, input: z.output<Schema>) => Result;
};

export function defineAction<Schema extends z.ZodType, Result>(
  input: Schema,
  run: (deps: ControlDeps, input: z.output<Schema>) => Result,
): Action<Schema, Result> {
  return { input, run };
}
