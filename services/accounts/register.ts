import type { registerRequestSchema } from "@fairclick/core/accounts/account";
import { AppError } from "@fairclick/core/errors";
import { asId, type UserId } from "@fairclick/core/ids";
import { currentLanguage, t } from "@fairclick/core/language/t";
import { verifyEmail } from "@fairclick/core/notices/account-notices";
import { deleteUserSignInCodes } from "@fairclick/sql/accounts/one-time-tokens";
import {
  connectGoogle,
  findCredentials,
  findUserByEmail,
  insertUser,
  listTakenUsernames,
  lockUserByGoogleSubject,
  type NewUserRow,
  disconnectGoogle as removeGoogle,
  type UserRow,
} from "@fairclick/sql/accounts/users";
import type { Tx } from "@fairclick/sql/db/client";
import { withTx } from "@fairclick/sql/db/tx";
import { openAccounts } from "@fairclick/sql/money/ledger";
import type { z } from "zod";
import { requireUser, writeAudit } from "../changes";
import type { Ctx } from "../context";
import { notify } from "../notify";
import { checkTerms, recordAgreement } from "./agreement";
import { reclaimAccount } from "./emails";
import { hashPassword, refuseCommonPassword } from "./passwords";
import { getAccount } from "./profile";
import { openSession, type SigningIn } from "./sessions";
import { makeSignInCode, type SignedIn } from "./sign-in";

/**
 * Creates an account and signs in. Throws `conflict` with the same text, after the same work,
 * whether the e-mail or the username is taken.
 */
export async function register(
  ctx: Ctx,
  input: z.infer<typeof registerRequestSchema> & SigningIn,
): Promise<SignedIn> {
  if (input.website) throw new AppError("validation", t`The request is not valid`);
  checkTerms(input);
  refuseCommonPassword(input.password, "password");
  const passwordHash = await hashPassword(input.password);
  const { userId, session } = await openSignedIn(ctx, { ...input, passwordHash });
  return { account: await getAccount(ctx, userId), ...session };
}

type NewAccount = SigningIn & {
  username: string;
  email: string;
  passwordHash: string;
  country?: string | undefined;
  termsVersion?: number | undefined;
  isMinor?: boolean | undefined;
};

async function openSignedIn(ctx: Ctx, input: NewAccount) {
  return withTx(ctx.db, async (tx) => {
    const userId = await openAccount(tx, ctx, {
      username: input.username,
      email: input.email,
      passwordHash: input.passwordHash,
      googleSubject: null,
      emailVerifiedAt: null,
      country: input.country ?? null,
    });
    const { userAgent, place, deviceTokens } = input;
    const signingIn = { userId, at: ctx.now(), userAgent, place, deviceTokens };
    const { termsVersion, isMinor } = input;
    await recordAgreement(tx, ctx, { userId, termsVersion, isMinor });
    return { userId, session: await openSession(tx, signingIn) };
  }).catch((error: unknown) => {
    throw isTaken(error) ? new AppError("conflict", describeTaken(), { cause: error }) : error;
  });
}

function isTaken(error: unknown): boolean {
  return error instanceof AppError && ["email_taken", "username_taken"].includes(error.code);
}

function describeTaken(): string {
  return t`This username or e-mail address is already in use. Choose another username, or log in.`;
}

/** Creates a user with mails in the language of the request, and the ledger accounts that every user has. */
async function openAccount(
  tx: Tx,
  ctx: Pick<Ctx, "actor" | "now">,
  user: Omit<NewUserRow, "id" | "language">,
): Promise<UserId> {
  const id = asId<UserId>(Bun.randomUUIDv7());
  await insertUser(tx, { ...user, id, language: currentLanguage() });
  await openAccounts(tx, id, ["wallet", "earnings", "in_transit"]);
  if (user.emailVerifiedAt === null) await notify(tx, ctx, verifyEmail, { to: [id], data: {} });
  await writeAudit(tx, ctx, {
    action: "user.register",
    subject: `user:${id}`,
    after: { google: user.googleSubject !== null },
  });
  return id;
}

export type GoogleProfile = {
  /** Google's own id of the account: e-mails change, this does not. */
  subject: string;
  email: string;
  emailVerified: boolean;
  name: string | null;
};

type GoogleSignIn =
  | { ok: true; code: string }
  | { ok: false; reason: "email_unverified" | "other_google_account" };

type Found = { ok: true; userId: UserId } | Extract<GoogleSignIn, { ok: false }>;

/**
 * Finds the account of a Google user, by Google's id or by e-mail, or opens one, and returns the
 * code with which the browser signs in to it.
 */
export async function signInWithGoogle(
  ctx: Ctx,
  { browser, ...profile }: GoogleProfile & { browser: string },
): Promise<GoogleSignIn> {
  return withTx(ctx.db, async (tx): Promise<GoogleSignIn> => {
    const found = await findOrOpenAccount(tx, ctx, profile);
    if (!found.ok) return found;
    const { userId } = found;
    return { ok: true, code: await makeSignInCode(tx, { userId, browser, at: ctx.now() }) };
  });
}

async function findOrOpenAccount(tx: Tx, ctx: Ctx, profile: GoogleProfile): Promise<Found> {
  const known = await lockUserByGoogleSubject(tx, profile.subject);
  if (known) return { ok: true, userId: known.id };
  const sameEmail = await findUserByEmail(tx, profile.email);
  if (sameEmail) return joinAccount(tx, ctx, { user: sameEmail, profile });
  const userId = await openAccount(tx, ctx, {
    username: await findFreeUsername(tx, profile.name),
    email: profile.email,
    passwordHash: null,
    googleSubject: profile.subject,
    emailVerifiedAt: profile.emailVerified ? ctx.now() : null,
  });
  return { ok: true, userId };
}

/**
 * Connects a verified Google sign-in to the account with its e-mail. If that e-mail was never
 * verified, the account may be a stranger's: the person that Google verified takes it over.
 */
async function joinAccount(
  tx: Tx,
  ctx: Ctx,
  { user, profile }: { user: UserRow; profile: GoogleProfile },
): Promise<Found> {
  if (!profile.emailVerified) return { ok: false, reason: "email_unverified" };
  const { id: userId } = user;
  const { subject, email } = profile;
  if (user.emailVerifiedAt === null) {
    await reclaimAccount(tx, ctx, { userId, email, by: { googleSubject: subject } });
    return { ok: true, userId };
  }
  const connection = { userId, subject, verifiedEmail: email, at: ctx.now() };
  if (!(await connectGoogle(tx, connection))) return { ok: false, reason: "other_google_account" };
  await writeAudit(tx, ctx, { action: "user.connect_google", subject: `user:${userId}` });
  return { ok: true, userId };
}

async function findFreeUsername(tx: Tx, name: string | null): Promise<string> {
  const candidates = usernameCandidates(name);
  const taken = await listTakenUsernames(tx, candidates);
  const free = candidates.find((candidate) => !taken.has(candidate.toLowerCase()));
  if (!free) throw new Error("No free username was found");
  return free;
}

/** Throws `conflict` if no Google account is connected, or no password would remain to sign in with. */
export async function disconnectGoogle(ctx: Ctx): Promise<void> {
  const userId = requireUser(ctx);
  await withTx(ctx.db, async (tx) => {
    if (!(await removeGoogle(tx, { userId, at: ctx.now() }))) {
      const credentials = await findCredentials(tx, userId);
      throw new AppError(
        "conflict",
        credentials?.googleSubject
          ? t`Set a password first: Google is your only way to sign in.`
          : t`No Google account is connected.`,
      );
    }
    await deleteUserSignInCodes(tx, userId);
    await writeAudit(tx, ctx, { action: "user.disconnect_google", subject: `user:${userId}` });
  });
}

const MAX_LENGTH = 40;
const FALLBACK = "player";
/** Characters reserved for the number after a name that is taken. */
const SUFFIX_ROOM = 10;
const NUMBERED = 20;

/**
 * Returns usernames for a person's name, best first. The last one ends in random digits, so it is
 * very probably free.
 */
export function usernameCandidates(name: string | null): string[] {
  const base = cleanName(name ?? "") || FALLBACK;
  const numbers = Array.from({ length: NUMBERED - 1 }, (_, index) => `${base}${index + 2}`);
  return [base, ...numbers, `${base}${crypto.getRandomValues(new Uint32Array(1))[0]}`];
}

/** Cuts the name before removing other characters, which also removes half a surrogate pair. */
function cleanName(name: string): string {
  return name
    .normalize("NFC")
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, MAX_LENGTH - SUFFIX_ROOM)
    .replace(/[^\p{L}\p{N} ._-]+/gu, "")
    .replace(/^[^\p{L}\p{N}]+/u, "")
    .trim();
}
