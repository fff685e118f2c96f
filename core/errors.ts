/**
 * Reasons why an operation can fail as expected. The API maps them to HTTP statuses, the worker to
 * a retry or a failure, the CLI to exit codes.
 */
export type ErrorCode =
  | "unauthenticated"
  | "forbidden"
  | "proof_required"
  | "not_found"
  | "conflict"
  | "link_disabled"
  | "too_large"
  | "too_many_clicks"
  | "validation"
  | "malformed"
  | "rate_limited"
  | "unavailable"
  | "email_taken"
  | "username_taken"
  | "insufficient_funds"
  | "withdrawal_pending"
  | "payouts_not_verified"
  | "campaign_not_joinable"
  | "already_joined"
  | "own_campaign"
  | "not_wanted"
  | "account_suspended"
  | "terms_required"
  | "guardian_required"
  | "internal";

export type Issue = { path: string; message: string };

type Details = { cause?: unknown; issues?: Issue[]; retryAfterSeconds?: number };

export class AppError extends Error {
  readonly code: ErrorCode;
  readonly issues: Issue[] | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ErrorCode, message: string, details: Details = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = "AppError";
    this.code = code;
    this.issues = details.issues;
    this.retryAfterSeconds = details.retryAfterSeconds;
  }
}
