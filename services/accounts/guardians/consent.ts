import { MAX_CHILDREN } from "@fairclick/core/accounts/guardian-schema";
import { mailboxOf } from "@fairclick/core/accounts/mailbox";
import { AppError } from "@fairclick/core/errors";
import { t } from "@fairclick/core/language/t";
import {
  guardianConfirmed,
  guardianConsented,
  guardianDeclined,
} from "@fairclick/core/notices/guardian-notices";
import { lockCredentials } from "@fairclick/sql/accounts/credentials";
import {
  countChildren,
  endInvitation,
  endInvitations,
  findInvitation,
  type Invitation,
  insertConsent,
} from "@fairclick/sql/accounts/guardians";
import { compareDevices } from "@fairclick/sql/accounts/known-devices";
import { findUserById, findUserId, lockSuspension } from "@fairclick/sql/accounts/operated-users";
import type { Queryable, Tx } from "@fairclick/sql/db/client";
import { withTx } from "@fairclick/sql/db/tx";
import { deleteMailTokens } from "@fairclick/sql/notices/mail-tokens";
import type { Ctx } from "../../context";
import { notify } from "../../notices/notify";
import { writeAudit } from "../../operations/write-audit";
import { isMinor } from "../agreement";
import { hashToken } from "../auth/token";
import { consumeToken, readToken, refuseLink, type UsedMailToken } from "../auth/use-mail-token";
import { ownAddress } from "./invite-guardian";

const purpose = "guardian_invitation" as const;

type Asking = { username: string; expiresAt: Date };

/** Returns the invitation of this token: who asks for a guardian. The token stays valid. */
export async function readInvitation(ctx: Ctx, token: string): Promise<Asking> {
  const at = ctx.now();
  const { sql } = ctx.db;
  const found = await readToken(sql, { purpose, token, at });
  const invitation = found && (await findOpen(sql, found, at));
  const child = found && (await findUserById(sql, found.userId));
  if (!invitation || !child || child.suspendedAt || child.deletedAt) throw refuseLink();
  return { username: child.username, expiresAt: invitation.expiresAt };
}

type Consenting = {
  token: string;
  name: string;
  /** Device tokens of this browser: one per account that signed in with it. */
  deviceTokens: string[];
};

/**
 * Records a guardian's consent and mails the guardian a link to set up payouts. The token is used up.
 * Throws `forbidden` for a token that does not work, and in a browser in which the child has signed
 * in; `conflict` if no guardian is needed any more, or another one has consented.
 */
export async function giveConsent(ctx: Ctx, input: Consenting): Promise<void> {
  const { token, name, deviceTokens } = input;
  const at = ctx.now();
  await withTx(ctx.db, async (tx) => {
    const { used, invitation, username } = await useInvitation(tx, token, at);
    const { userId, address } = used;
    await refuseChildsBrowser(tx, ctx, { userId, deviceTokens });
    await refuseMailbox(tx, used, at);
    if (!(await isMinor(tx, { userId, at }))) {
      throw new AppError("conflict", t`This account needs no guardian any more.`);
    }
    if (!(await insertConsent(tx, { id: invitation.id, name, at }))) {
      throw new AppError("conflict", t`Another guardian has consented already.`);
    }
    await endInvitations(tx, { userId, mailbox: null, by: "guardian", at });
    await deleteMailTokens(tx, { userId, purposes: [purpose, "guardian_access"] });
    const notice = { to: [userId], key: invitation.id };
    await notify(tx, ctx, guardianConsented, { ...notice, data: { name } });
    await notify(tx, ctx, guardianConfirmed, { ...notice, data: { username }, mailTo: address });
    const after = { guardianId: invitation.id };
    await writeAudit(tx, ctx, { action: "guardian.consent", subject: `user:${userId}`, after });
  });
}

/** Declines an invitation; the token is used up. */
export async function declineInvitation(ctx: Ctx, token: string): Promise<void> {
  const at = ctx.now();
  await withTx(ctx.db, async (tx) => {
    const { used, invitation } = await useInvitation(tx, token, at);
    const { userId, address } = used;
    await endInvitation(tx, { id: invitation.id, userId, by: "guardian", at });
    const data = { address };
    await notify(tx, ctx, guardianDeclined, { to: [userId], data, key: invitation.id });
  });
}

type Used = { used: UsedMailToken; invitation: Invitation; username: string };

/** Uses the token up. A refusal rolls the transaction back, so the token still works, such as on another device. */
async function useInvitation(tx: Tx, token: string, at: Date): Promise<Used> {
  const used = await consumeToken(tx, { purpose, token, at });
  const child = used && (await lockSuspension(tx, used.userId));
  const invitation = used && (await findOpen(tx, used, at));
  if (!used || !invitation || !child || child.suspendedAt || child.deletedAt) throw refuseLink();
  return { used, invitation, username: child.username };
}

function findOpen(db: Queryable, { userId, address }: UsedMailToken, at: Date) {
  return findInvitation(db, { userId, address, at });
}

async function refuseChildsBrowser(
  tx: Tx,
  { actor }: Ctx,
  { userId, deviceTokens }: Pick<UsedMailToken, "userId"> & { deviceTokens: string[] },
): Promise<void> {
  const tokenHashes = deviceTokens.map(hashToken);
  const { same } = await compareDevices(tx, { userId, tokenHashes });
  if (!same && !(actor.kind === "user" && actor.userId === userId)) return;
  throw new AppError(
    "forbidden",
    t`The account that asks has signed in with this browser. Please open the link on a device of your own.`,
  );
}

/** Throws if the mailbox is the child's, of another minor, or of the guardian of too many accounts. */
async function refuseMailbox(tx: Tx, { userId, address }: UsedMailToken, at: Date) {
  const child = await lockCredentials(tx, { userId, address: null });
  const mailbox = mailboxOf(address);
  if (!child || mailboxOf(child.email) === mailbox) throw ownAddress();
  const ownerId = await findUserId(tx, address);
  if (ownerId && (await isMinor(tx, { userId: ownerId, at }))) {
    throw new AppError(
      "forbidden",
      t`The account with your address is of a person younger than 18.`,
    );
  }
  if ((await countChildren(tx, mailbox)) >= MAX_CHILDREN) {
    throw new AppError(
      "forbidden",
      t`You are the guardian of ${MAX_CHILDREN} accounts already. Write to the operators if you have more children here.`,
    );
  }
}
