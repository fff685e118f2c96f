import type { ChangeInput, OperatorChange } from "@fairclick/core/changes";
import { AppError } from "@fairclick/core/errors";
import { isUuid } from "@fairclick/core/ids";
import type { MailState } from "@fairclick/core/notices/notices";
import {
  deleteSuppressed,
  findSuppressed,
  insertSuppressed,
  listFailedMails,
  listSuppressed,
} from "@fairclick/sql/notices/mail";
import { makeChange, requireOperator } from "../changes";
import { type Ctx, mapPage, type Page, type PageInput, readPage } from "../context";

type ListedMail = { address: string | null; kind: string | null; problem: string; at: Date };

/** Lists addresses that get no mail, or mails that were given up. Throws `validation`. */
export async function listOperatedMail(
  ctx: Pick<Ctx, "db">,
  { state, limit, ...input }: PageInput & { state: MailState },
): Promise<Page<ListedMail>> {
  const cursor = input.cursor ?? null;
  if (state === "suppressed") {
    const page = await readPage(
      { limit },
      {
        read: (count) => listSuppressed(ctx.db.sql, { after: cursor, limit: count }),
        toCursor: ({ address }) => address,
      },
    );
    return mapPage(page, ({ reason, ...row }) => ({ ...row, kind: null, problem: reason }));
  }
  if (cursor !== null && !isUuid(cursor)) {
    throw new AppError("validation", "cursor is not a cursor of this list");
  }
  const page = await readPage(
    { limit },
    {
      read: (count) => listFailedMails(ctx.db.sql, { before: cursor, limit: count }),
      toCursor: ({ id }) => id,
    },
  );
  return mapPage(page, ({ id: _, problem, ...row }) => ({ ...row, problem: problem ?? "unknown" }));
}

type Input = ChangeInput & { address: string };

/** Stops all mails to an address, such as one from which mails come back. Throws `conflict`. */
export async function suppressMail(
  ctx: Ctx,
  { address, ...input }: Input,
): Promise<OperatorChange> {
  requireOperator(ctx);
  const taken = new AppError("conflict", "This address gets no mail already.");
  return makeChange(ctx, input, async (tx) => {
    if (await findSuppressed(tx, address)) throw taken;
    return {
      action: "mail.suppress",
      subject: auditSubject(address),
      before: { suppressed: false },
      after: { suppressed: true },
      apply: async () => {
        const row = { address, reason: input.reason, at: ctx.now() };
        if (!(await insertSuppressed(tx, row))) throw taken;
      },
    };
  });
}

/** Allows mails to an address again. Earlier mails are not sent again. Throws `conflict`. */
export async function releaseMail(ctx: Ctx, { address, ...input }: Input): Promise<OperatorChange> {
  requireOperator(ctx);
  return makeChange(ctx, input, async (tx) => {
    const row = await findSuppressed(tx, address);
    if (!row) throw new AppError("conflict", "Mails to this address are not stopped.");
    return {
      action: "mail.release",
      subject: auditSubject(address),
      before: { suppressed: true, why: row.reason },
      after: { suppressed: false },
      apply: () => deleteSuppressed(tx, address),
    };
  });
}

/** Shortens the part that names a person: the audit log is kept for good. */
function auditSubject(address: string): string {
  const at = address.lastIndexOf("@");
  return `mail:${address.slice(0, 1)}…${address.slice(at)}`;
}
