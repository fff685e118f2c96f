import type { CreatorContent } from "@fairclick/core/accounts/creator-content";
import { AppError } from "@fairclick/core/errors";
import type { UserId } from "@fairclick/core/ids";
import { type Language, t } from "@fairclick/core/language/t";
import { getCreatorContent, setCreatorContent } from "@fairclick/sql/accounts/channels";
import { getSecondFactor } from "@fairclick/sql/accounts/factors";
import {
  type AccountRow,
  findAccount,
  findCredentials,
  getAgreement,
  getLanguage,
  setEmail,
  setLanguage,
  setUsername,
} from "@fairclick/sql/accounts/users";
import { withTx } from "@fairclick/sql/db/tx";
import { getStripeUser, setCountry } from "@fairclick/sql/money/stripe";
import { requireUser, writeAudit } from "../changes";
import type { Ctx } from "../context";
import { mustConfirmGuardian } from "./agreement";

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
  isMinor: boolean;
  /** True under 18, until the user confirms that the payout account is a guardian's. */
  mustConfirmGuardian: boolean;
  country: string | null;
  language: Language;
  content: CreatorContent;
};

export async function getProfile(ctx: Ctx): Promise<Profile> {
  const userId = requireUser(ctx);
  const [credentials, user, content, factor, agreement, language] = await Promise.all([
    findCredentials(ctx.db.sql, userId),
    getStripeUser(ctx.db.sql, userId),
    getCreatorContent(ctx.db.sql, userId),
    getSecondFactor(ctx.db.sql, userId),
    getAgreement(ctx.db.sql, userId),
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
    isMinor: agreement.isMinor,
    mustConfirmGuardian: mustConfirmGuardian(agreement),
    country: user.country,
    language,
    content,
  };
}

/** Throws `username_taken`. */
export async function changeUsername(ctx: Ctx, username: string): Promise<void> {
  const userId = requireUser(ctx);
  await withTx(ctx.db, async (tx) => {
    await setUsername(tx, { userId, username });
    await writeAudit(tx, ctx, { action: "user.change_username", subject: `user:${userId}` });
  });
}

/** Throws `conflict` if the user has a payout account: Stripe never changes an account's country. */
export async function changeCountry(ctx: Ctx, country: string): Promise<void> {
  const userId = requireUser(ctx);
  await withTx(ctx.db, async (tx) => {
    if (!(await setCountry(tx, { userId, country }))) {
      throw new AppError(
        "conflict",
        t`Your payout account exists, and Stripe cannot change its country.`,
      );
    }
    await writeAudit(tx, ctx, {
      action: "user.change_country",
      subject: `user:${userId}`,
      after: { country },
    });
  });
}

/** Changes the address at once and unconfirmed, where no mail can be sent. Throws `email_taken`. */
export async function changeEmail(ctx: Ctx, email: string): Promise<void> {
  const userId = requireUser(ctx);
  await withTx(ctx.db, async (tx) => {
    await setEmail(tx, { userId, email, at: ctx.now() });
    await writeAudit(tx, ctx, { action: "user.change_email", subject: `user:${userId}` });
  });
}

export async function changeLanguage(ctx: Ctx, language: Language): Promise<void> {
  const userId = requireUser(ctx);
  await withTx(ctx.db, async (tx) => {
    if (!(await setLanguage(tx, { userId, language }))) return;
    await writeAudit(tx, ctx, {
      action: "user.change_language",
      subject: `user:${userId}`,
      after: { language },
    });
  });
}

/** Sets what the caller says they make, and where. */
export async function setContent(ctx: Ctx, content: CreatorContent): Promise<void> {
  const userId = requireUser(ctx);
  await withTx(ctx.db, async (tx) => {
    const before = await getCreatorContent(tx, userId);
    await setCreatorContent(tx, { userId, ...content });
    await writeAudit(tx, ctx, {
      action: "user.change_content",
      subject: `user:${userId}`,
      before: facts(before),
      after: facts(content),
    });
  });
}

function facts({ categories, platforms }: CreatorContent) {
  return { categories: categories.join(", "), platforms: platforms.join(", ") };
}

export type Account = AccountRow & Pick<Profile, "mustConfirmGuardian">;

export async function getAccount(ctx: Pick<Ctx, "db">, userId: UserId): Promise<Account> {
  const account = await findAccount(ctx.db.sql, userId);
  if (!account) throw new AppError("unauthenticated", t`Authentication failed`);
  return { ...account, mustConfirmGuardian: mustConfirmGuardian(account) };
}
