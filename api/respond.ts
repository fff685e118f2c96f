import { compact } from "@fairclick/core/compact";
import { AppError, type ErrorCode } from "@fairclick/core/errors";
import { t } from "@fairclick/core/language/t";
import type { ErrorResponse } from "@fairclick/core/schemas";
import { isStoreUnavailable } from "@fairclick/services/connection-errors";
import type { Page } from "@fairclick/services/context";
import { toAppError } from "@fairclick/sql/db/tx";
import type { Context, TypedResponse } from "hono";
import { HTTPException } from "hono/http-exception";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { z } from "zod";
import type { AppEnv } from "./app-env";

type Answer<Body, Status> = Response & TypedResponse<Body, Status & ContentfulStatusCode, "json">;
type Success<Fields, Status> = Answer<{ status: "success" } & Fields, Status>;

/** Answers 200 with `status: "success"` beside these fields. */
export function ok<Fields extends object>(
  c: Context<AppEnv>,
  fields: Fields,
): Success<Fields, 200> {
  return answer(c, { status: "success", ...fields });
}

/** Answers with a page of a list; `show` presents an item. */
export function okPage<Item, Shown>(
  c: Context<AppEnv>,
  { items, nextCursor }: Page<Item>,
  show: (item: Item) => Shown,
) {
  return ok(c, { data: items.map((item) => show(item)), nextCursor });
}

/** Answers 201 with `status: "success"` beside these fields. */
export function created<Fields extends object>(
  c: Context<AppEnv>,
  fields: Fields,
): Success<Fields, 201> {
  return answer(c, { status: "success", ...fields }, 201);
}

/**
 * Answers with what the schema of this status names: `Date` and bigint become JSON, and columns that
 * the schema does not name are left out. Throws if the body does not match the schema.
 */
export function answer<Body extends object, Status extends ContentfulStatusCode = 200>(
  c: Context<AppEnv>,
  body: Body,
  status?: Status,
): Answer<Body, Status> {
  const schema = c.var.answers[status ?? 200]?.content?.["application/json"]?.schema;
  if (!schema) throw new Error(`The contract of ${c.req.path} has no JSON for ${status ?? 200}`);
  return c.json(z.encode(schema, body), status ?? 200) as Response as Answer<Body, Status>;
}

/** A row; the answer calls its id `_id`. */
export function withId<Row extends { id: string }>(row: Row): Row & { _id: string } {
  return { ...row, _id: row.id };
}

const statuses: Record<ErrorCode, ContentfulStatusCode> = {
  malformed: 400,
  unauthenticated: 401,
  forbidden: 403,
  proof_required: 403,
  account_suspended: 403,
  terms_required: 403,
  guardian_required: 403,
  payouts_not_verified: 403,
  own_campaign: 403,
  not_wanted: 403,
  not_found: 404,
  conflict: 409,
  email_taken: 409,
  username_taken: 409,
  already_joined: 409,
  withdrawal_pending: 409,
  campaign_not_joinable: 409,
  insufficient_funds: 409,
  link_disabled: 410,
  too_large: 413,
  validation: 422,
  too_many_clicks: 422,
  rate_limited: 429,
  unavailable: 503,
  internal: 500,
};

/** Maps an error to its response. Unexpected errors are logged and answered with a fixed text and the request id. */
export function respondError(error: unknown, c: Context<AppEnv>): Response {
  const known = asAppError(error);
  if (known.code === "internal") {
    c.var.deps.log.error(
      { err: error, requestId: c.var.requestId, path: c.req.path },
      "request failed",
    );
  }
  if (known.retryAfterSeconds !== undefined) {
    c.header("retry-after", String(Math.ceil(known.retryAfterSeconds)));
  }
  const answer: ErrorResponse = compact({
    status: "error" as const,
    code: known.code,
    message: known.message,
    error: known.message,
    issues: known.issues,
    requestId: known.code === "internal" ? c.var.requestId : undefined,
  });
  return c.json(answer, statuses[known.code]);
}

function asAppError(thrown: unknown): AppError {
  const error = toAppError(thrown);
  if (error instanceof AppError) return error;
  if (error instanceof HTTPException && error.status === 400) {
    return new AppError("malformed", t`The request body is not valid JSON`, { cause: error });
  }
  if (error instanceof HTTPException && error.status === 415) {
    return new AppError("malformed", t`The request body must be application/json`, {
      cause: error,
    });
  }
  if (isStoreUnavailable(error)) {
    return new AppError("unavailable", t`The service is briefly unavailable. Please try again.`, {
      cause: error,
      retryAfterSeconds: 5,
    });
  }
  return new AppError("internal", t`Something went wrong on our side. Please try again.`, {
    cause: error,
  });
}
