import type { CreatorContent } from "@fairclick/core/accounts/creator-content";
import { AppError } from "@fairclick/core/errors";
import { type Language, t } from "@fairclick/core/language/t";
import { getCreatorContent } from "@fairclick/sql/accounts/creator-content";
import { getSecondFactor } from "@fairclick/sql/accounts/factors";
import { findCredentials, getLanguage } from "@fairclick/sql/accounts/users";
import { getStripeUser } from "@fairclick/sql/money/stripe";
import { requireUser } from "../actor";
import type { Ctx } from "../context";
import { mustConfirmGuardian } from "./agreement";
import { planDeletion } from "./plan-deletion";

export type Profile = {
  username: string;
  email: string;
  emailConfirmed: boolean;
  memberSince: Date;
  hasPassword: boolean;
  googleConnected: boolean;
  /** Whether sign-ins need a second factor, and how many recovery codes are left. */
  secondFactor: { on: boolean; recoveryCodes: number };
  payouts: "none" | "incomplete" | "ready";
  /** True under 18, until the user confirms that the payout account is a guardian's. */
  mustConfirmGuardian: boolean;
  country: string | null;
  /** The language of mails. */
  language: Language;
  /** Reasons why the account cannot be deleted yet; empty if it can. */
  obstacles: string[];
  /** What the account says it makes, and where. */
  content: CreatorContent;
};

export async function getProfile(ctx: Ctx): Promise<Profile> {
  const userId = requireUser(ctx);
  const [credentials, user, { obstacles }, content, factor, unconfirmed, language] =
    await Promise.all([
      findCredentials(ctx.db.sql, userId),
      getStripeUser(ctx.db.sql, userId),
      planDeletion(ctx.db.sql, { userId, at: ctx.now() }),
      getCreatorContent(ctx.db.sql, userId),
      getSecondFactor(ctx.db.sql, userId),
      mustConfirmGuardian(ctx, userId),
      getLanguage(ctx.db.sql, userId),
    ]);
  if (!credentials) throw new AppError("unauthenticated", t`Authentication failed`);
  return {
    username: user.username,
    email: user.email,
    emailConfirmed: credentials.emailVerifiedAt !== null,
    memberSince: credentials.createdAt,
    hasPassword: credentials.passwordHash !== null,
    googleConnected: credentials.googleSubject !== null,
    secondFactor: { on: factor.required, recoveryCodes: factor.recoveryCodes },
    payouts: user.accountVerified ? "ready" : user.accountId ? "incomplete" : "none",
    mustConfirmGuardian: unconfirmed,
    country: user.country,
    language,
    obstacles,
    content,
  };
}
