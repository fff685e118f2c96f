import { AppError, type ErrorCode } from "@fairclick/core/errors";

const outcomes: Record<ErrorCode, "retry" | "fail"> = {
  malformed: "fail",
  validation: "fail",
  too_large: "fail",
  unauthenticated: "fail",
  forbidden: "fail",
  account_suspended: "fail",
  payouts_not_verified: "fail",
  own_campaign: "fail",
  not_found: "fail",
  link_disabled: "fail",
  email_taken: "fail",
  username_taken: "fail",
  already_joined: "fail",
  campaign_not_joinable: "fail",
  withdrawal_pending: "fail",
  insufficient_funds: "fail",
  conflict: "retry",
  rate_limited: "retry",
  unavailable: "retry",
  internal: "retry",
};

/** Whether a job that failed like this would fail again. What nobody foresaw may be a passing fault. */
export function isPermanent(error: unknown): error is AppError {
  return error instanceof AppError && outcomes[error.code] === "fail";
}
