import type { registerRequestSchema } from "@fairclick/core/accounts/account";
import { AppError } from "@fairclick/core/errors";
import { asId, type UserId } from "@fairclick/core/ids";
import { currentLanguage, t } from "@fairclick/core/language/t";
import { verifyEmail } from "@fairclick/core/notices/account-notices";
import { insertUser, type NewUserRow } from "@fairclick/sql/accounts/users";
import type { Tx } from "@fairclick/sql/db/client";
import { withTx } from "@fairclick/sql/db/tx";
import { openAccounts } from "@fairclick/sql/money/ledger";
import type { z } from "zod";
import { writeAudit } from "../changes";
import type { Ctx } from "../context";
import { notify } from "../notify";
import { checkTerms, recordAgreement } from "./agreement";
import { hashPassword, refuseCommonPassword } from "./passwords";
import { getAccount } from "./profile";
import { openSession, type SigningIn } from "./sessions";
import type { SignedIn } from "./sign-in";

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
export async function openAccount(
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
