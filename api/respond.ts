import type { Context, TypedResponse } from "hono";
import type { AppEnv } from "./app-env";

type Success<Fields, Status extends 200 | 201> = Response &
  TypedResponse<{ status: "success" } & Fields, Status, "json">;

/** Answers 200 with `status: "success"` beside these fields. */
export function ok<Fields extends object>(
  c: Context<AppEnv>,
  fields: Fields,
): Success<Fields, 200> {
  return respond(c, fields, 200);
}

/** Answers 201 with `status: "success"` beside these fields. */
export function created<Fields extends object>(
  c: Context<AppEnv>,
  fields: Fields,
): Success<Fields, 201> {
  return respond(c, fields, 201);
}

/** The cast holds for fields that are JSON, which the schema of each response checks. */
function respond<Fields extends object, Status extends 200 | 201>(
  c: Context<AppEnv>,
  fields: Fields,
  status: Status,
): Success<Fields, Status> {
  return c.json({ status: "success" as const, ...fields }, status) as Response as Success<
    Fields,
    Status
  >;
}
