import type { Context, TypedResponse } from "hono";
import type { JSONParsed } from "hono/utils/types";
import type { AppEnv } from "./app-env";

type Success<Fields, Status extends 200 | 201> = Response &
  TypedResponse<JSONParsed<{ status: "success" } & Fields>, Status, "json">;

/** Answers 200 with `status: "success"` beside these fields. */
export function ok<Fields extends object>(
  c: Context<AppEnv>,
  fields: Fields,
): Success<Fields, 200> {
  return c.json({ status: "success" as const, ...fields }, 200);
}

/** Answers 201 with `status: "success"` beside these fields. */
export function created<Fields extends object>(
  c: Context<AppEnv>,
  fields: Fields,
): Success<Fields, 201> {
  return c.json({ status: "success" as const, ...fields }, 201);
}
