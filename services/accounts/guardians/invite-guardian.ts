import {
  INVITATION_DAYS,
  MAX_INVITATIONS_PER_WEEK,
  MAX_OPEN_INVITATIONS,
} from "@fairclick/core/accounts/guardian-schema";
import { mailboxOf } from "@fairclick/core/accounts/mailbox";
import { AppError } from "@fairclick/core/errors";
import { isUuid } from "@fairclick/core/ids";
import { t } from "@fairclick/core/language/t";
import { guardianInvited } from "@fairclick/core/notices/guardian-notices";
import { lockCredentials } from "@fairclick/sql/accounts/credentials";
import {
  type Consent,
  countInvitations,
  endInvitation,
  endInvitations,
  findConsent,
  type Invitation,
  insertInvitation,
  listOpenInvitations,
} from "@fairclick/sql/accounts/guardians";
import { withTx } from "@fairclick/sql/db/tx";
import { requireUser } from "../../actor";
import type { Ctx } from "../../context";
import { notify } from "../../notices/notify";
import { writeAudit } from "../../operations/write-audit";
import { isMinor } from "../agreement";

const DAY_MS = 86_400_000;

type Own = { needed: boolean; consent: Consent | null; invitations: Invitation[] };

/** Returns whether the caller needs a guardian, the consent in force and the open invitations. */
export async function getOwnGuardian(ctx: Ctx): Promise<Own> {
  const userId = requireUser(ctx);
  const { sql } = ctx.db;
  const at = ctx.now();
  return {
    needed: await isMinor(sql, { userId, at }),
    consent: await findConsent(sql, userId),
    invitations: await listOpenInvitations(sql, { userId, at }),
  };
}

/**
 * Invites a guardian by mail. An earlier invitation to the same mailbox ends. Throws `validation`
 * for the caller's own address, and `conflict` if no guardian is needed, one has consented, or too
 * many were invited.
 */
export async function inviteGuardian(ctx: Ctx, { email }: { email: string }): Promise<void> {
  const userId = requireUser(ctx);
  const at = ctx.now();
  const id = Bun.randomUUIDv7();
  const mailbox = mailboxOf(email);
  await withTx(ctx.db, async (tx) => {
    const child = await lockCredentials(tx, { userId, address: null });
    if (!child || !(await isMinor(tx, { userId, at }))) {
      throw new AppError("conflict", t`Only users of 13 to 17 years need a guardian.`);
    }
    if (mailboxOf(child.email) === mailbox) throw ownAddress();
    if (await findConsent(tx, userId)) {
      throw new AppError("conflict", t`Your guardian has consented already.`);
    }
    await endInvitations(tx, { userId, mailbox, by: "child", at });
    await limitInvitations();
    const expiresAt = new Date(at.getTime() + INVITATION_DAYS * DAY_MS);
    await insertInvitation(tx, {
      ...{ id, userId, address: email, mailbox },
      ...{ invitedAt: at, expiresAt },
    });
    await notify(tx, ctx, guardianInvited, { to: [userId], data: {}, key: id, mailTo: email });
    const after = { guardianId: id };
    await writeAudit(tx, ctx, { action: "guardian.invite", subject: `user:${userId}`, after });

    async function limitInvitations() {
      const open = await listOpenInvitations(tx, { userId, at });
      if (open.length >= MAX_OPEN_INVITATIONS) {
        const text = t`At most ${MAX_OPEN_INVITATIONS} invitations can be open. Cancel one first.`;
        throw new AppError("conflict", text);
      }
      const since = new Date(at.getTime() - 7 * DAY_MS);
      if ((await countInvitations(tx, { userId, since })) >= MAX_INVITATIONS_PER_WEEK) {
        const text = t`At most ${MAX_INVITATIONS_PER_WEEK} invitations are sent per week.`;
        throw new AppError("conflict", text);
      }
    }
  });
}

/** Cancels an open invitation of the caller: its link stops working. */
export async function cancelInvitation(ctx: Ctx, id: string): Promise<void> {
  const userId = requireUser(ctx);
  const at = ctx.now();
  await withTx(ctx.db, async (tx) => {
    if (!isUuid(id) || !(await endInvitation(tx, { id, userId, by: "child", at }))) {
      throw new AppError("not_found", t`There is no such invitation.`);
    }
  });
}

export function ownAddress(): AppError {
  return new AppError(
    "validation",
    t`This is your own mailbox. A guardian has an address of their own.`,
  );
}
