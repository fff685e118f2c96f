import { AppError } from "@fairclick/core/errors";
import type { UserId } from "@fairclick/core/ids";
import { t } from "@fairclick/core/language/t";

/** Max exports of a process at once: each holds a transaction while it is written. */
const MAX_EXPORTS = 4;
const MAX_OF_USER = 2;
const RETRY_SECONDS = 30;

/** Limits how many exports run at once. */
export type ExportSlots = {
  /**
   * Takes a slot and returns the function that frees it. Throws `rate_limited` if all slots, or all
   * of the user, are taken.
   */
  take: (userId: UserId) => () => void;
};

export function openExportSlots(): ExportSlots {
  const taken: UserId[] = [];
  return {
    take: (userId) => {
      if (taken.filter((id) => id === userId).length >= MAX_OF_USER) {
        throw refuse(t`Other exports of yours are still being downloaded.`);
      }
      if (taken.length >= MAX_EXPORTS) {
        throw refuse(t`Many exports are being written. Please try again soon.`);
      }
      taken.push(userId);
      return () => {
        taken.splice(taken.indexOf(userId), 1);
      };
    },
  };
}

function refuse(message: string): AppError {
  return new AppError("rate_limited", message, { retryAfterSeconds: RETRY_SECONDS });
}
