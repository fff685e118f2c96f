import type { UserId } from "@fairclick/core/ids";
import { securityChanged } from "@fairclick/core/notices/account-notices";
import { refundFailed } from "@fairclick/core/notices/money-notices";
import { withTx } from "@fairclick/sql/db/tx";
import { createTestDatabase } from "@fairclick/sql/testing/test-database";
import { expect, it } from "vitest";
import { notify } from "../notify";
import { addUser } from "../testing/marketplace";
import { operatorCtx } from "../testing/operator-ctx";
import { systemCtx } from "../testing/system-ctx";
import { deliverMail } from "./deliver-mail";
import { listOperatedMail, releaseMail, suppressMail } from "./notices";

const { db, owner } = await createTestDatabase();
const operator = await operatorCtx(db, owner);
const act = { reason: "its mails come back", dryRun: false };
const list = (state: "suppressed" | "failed", more = {}) =>
  listOperatedMail(operator, { state, ...more });

/** Writes a notice about a user with a confirmed address and sends all mails. */
async function tellAndSend(userId: UserId, sent: string[]) {
  const at = new Date();
  await db.sql`update users set email_verified_at = ${at} where id = ${userId}`;
  const ctx = systemCtx(db, () => at);
  const data = { change: "password_changed" } as const;
  await withTx(db, (tx) => notify(tx, ctx, securityChanged, { to: [userId], data }));
  const mailer = { send: async ({ to }: { to: string }) => void sent.push(to), close: () => {} };
  await deliverMail({ ...ctx, mailer, appUrl: "https://app.test", operatorAddresses: [] });
}

it("stops mails to an address until it is released, audited without naming the person", async () => {
  const userId = (await addUser(db)) as UserId;
  const address = `${userId}@example.test`;
  const sent: string[] = [];
  const deliver = async () => {
    await tellAndSend(userId, sent);
    return sent.length;
  };
  expect((await suppressMail(operator, { ...act, dryRun: true, address })).applied).toBe(false);
  expect(await deliver()).toBe(1);
  const stopping = [1, 2].map(() => suppressMail(operator, { ...act, address }));
  const outcomes = await Promise.allSettled(stopping);
  expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  expect(await deliver()).toBe(1);
  expect((await list("suppressed")).items).toMatchObject([{ address, problem: act.reason }]);
  expect((await list("suppressed", { cursor: address })).items).toEqual([]);
  await releaseMail(operator, { ...act, address });
  await expect(releaseMail(operator, { ...act, address })).rejects.toThrow("are not stopped");
  expect(await deliver()).toBe(2);
  const audits = await owner<{ action: string; subject: string }[]>`
    select action, subject from audit_log order by id`;
  expect(audits.map(({ action }) => action)).toEqual(["mail.suppress", "mail.release"]);
  expect(JSON.stringify(audits)).not.toContain(userId);
});

it("lists mails that were given up, newest first and page by page", async () => {
  const userId = (await addUser(db)) as UserId;
  const old = new Date(Date.now() - 49 * 3_600_000);
  for (const reason of ["first", "second"]) {
    const data = { amountMicros: 1n, reason };
    await withTx(db, (tx) => notify(tx, { now: () => old }, refundFailed, { to: [userId], data }));
  }
  await owner`update users set email_verified_at = now() where id = ${userId}`;
  await owner`update notices set mail_problem = 'The server was down' where kind = 'refund.failed'`;
  const mailer = { send: async () => {}, close: () => {} };
  await deliverMail({
    ...systemCtx(db),
    mailer,
    appUrl: "https://app.test",
    operatorAddresses: [],
  });
  const first = await list("failed", { limit: 1 });
  expect(first.items).toMatchObject([{ kind: "refund.failed", problem: "The server was down" }]);
  const second = await list("failed", { limit: 1, cursor: first.nextCursor });
  expect([second.items.length, second.nextCursor]).toEqual([1, null]);
  await expect(list("failed", { cursor: "gone@mail.example" })).rejects.toThrow("cursor");
});
