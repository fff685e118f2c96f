import { AppError } from "@fairclick/core/errors";
import type { UserId } from "@fairclick/core/ids";
import { t } from "@fairclick/core/language/t";
import { findCredentials } from "@fairclick/sql/accounts/users";
import type { Queryable } from "@fairclick/sql/db/client";

/** Throws `forbidden` if the user's address is not confirmed. */
export async function requireConfirmedEmail(db: Queryable, userId: UserId): Promise<void> {
  const credentials = await findCredentials(db, userId);
  if (credentials?.emailVerifiedAt) return;
  throw new AppError("forbidden", t`Please confirm your email address first, in your profile.`);
}
