import type { ErrorCode } from "@fairclick/core/errors";
import type { Command } from "commander";
import { z } from "zod";

export const EXIT_DONE = 0;
/** The marketplace refused the request, or a check failed. */
export const EXIT_REFUSED = 1;
/** The command line or the settings are wrong. */
export const EXIT_USAGE = 2;
/** The API or the database cannot be reached. */
export const EXIT_UNREACHABLE = 3;

export const exitCodeMeanings = {
  [EXIT_DONE]: "done",
  [EXIT_REFUSED]: "refused, or a check failed",
  [EXIT_USAGE]: "the command line or the settings are wrong",
  [EXIT_UNREACHABLE]: "the API or the database cannot be reached",
} as const;

export type ExitCode = keyof typeof exitCodeMeanings;

export const exitCodes: Record<ErrorCode, ExitCode> = {
  validation: EXIT_USAGE,
  too_many_clicks: EXIT_USAGE,
  unavailable: EXIT_UNREACHABLE,
  malformed: EXIT_REFUSED,
  unauthenticated: EXIT_REFUSED,
  forbidden: EXIT_REFUSED,
  account_suspended: EXIT_REFUSED,
  proof_required: EXIT_REFUSED,
  terms_required: EXIT_REFUSED,
  age_required: EXIT_REFUSED,
  age_refused: EXIT_REFUSED,
  guardian_required: EXIT_REFUSED,
  payouts_not_verified: EXIT_REFUSED,
  own_campaign: EXIT_REFUSED,
  not_wanted: EXIT_REFUSED,
  not_found: EXIT_REFUSED,
  conflict: EXIT_REFUSED,
  email_taken: EXIT_REFUSED,
  username_taken: EXIT_REFUSED,
  already_joined: EXIT_REFUSED,
  withdrawal_pending: EXIT_REFUSED,
  campaign_not_joinable: EXIT_REFUSED,
  insufficient_funds: EXIT_REFUSED,
  link_disabled: EXIT_REFUSED,
  too_large: EXIT_REFUSED,
  rate_limited: EXIT_REFUSED,
  internal: EXIT_REFUSED,
};

export const targetInput = { api: z.string().optional(), profile: z.string().optional() };

export function apiOptions(command: Command): Command {
  return command
    .option(
      "--api <address>",
      "address of the API (default: FAIRCLICK_API, the profile, the local stack)",
    )
    .option("--profile <name>", "profile created by `fairclick login`");
}
