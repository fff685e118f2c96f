import type { UserId } from "@fairclick/core/ids";
import { passwordChanged } from "@fairclick/core/notices/account-notices";
import { depositFailed } from "@fairclick/core/notices/money-notices";
import { withTx } from "@fairclick/sql/db/tx";
import { createTestDatabase } from "@fairclick/sql/testing/test-database";
import { expect, it } from "vitest";
import { addUser } from "../../testing/marketplace";
import { operatorCtx } from "../../testing/operator-ctx";
import { systemCtx } from "../../testing/system-ctx";
import { notify } from "../notify";
import { deliverMail } from "./deliver-mail";
import { listOperatedMail, releaseMail, suppressMail } from "./operate-mail";

const { db, owner } = await createTestDatabase();
const operator = await operatorCtx(db, owner);
const act = { reason: "its mails come back", dryRun: false };
const list = (state: "suppressed" | "failed", more = {}) =>
  listOperatedMail(operator, { state, ...more });

it("stops mails to an address until it is released, audited without naming the person", async () => {
  const userId = (await addUser(db)) as UserId;
  const address = `${userId}@example.test`;
  const sent: string[] = [];
  const deliver = async () => {
    await withTx(db, (tx) => notify(tx, operator, passwordChanged, { to: [userId], data: {} }));
    const mailer = {
      send: async (mail: { to: string }) => void sent.push(mail.to),
      close: () => {},
    };
    const mailCtx = { ...systemCtx(db), mailer, appUrl: "https://app.test", operatorAddresses: [] };
    await deliverMail(mailCtx);
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
    await withTx(db, (tx) => notify(tx, { now: () => old }, depositFailed, { to: [userId], data }));
  }
  await owner`update users set email_verified_at = now() where id = ${userId}`;
  await owner`update notices set mail_problem = 'The server was down' where kind = 'deposit.failed'`;
  const mailer = { send: async () => {}, close: () => {} };
  await deliverMail({
    ...systemCtx(db),
    mailer,
    appUrl: "https://app.test",
    operatorAddresses: [],
  });
  const first = await list("failed", { limit: 1 });
  expect(first.items).toMatchObject([{ kind: "deposit.failed", problem: "The server was down" }]);
  const second = await list("failed", { limit: 1, cursor: first.nextCursor });
  expect([second.items.length, second.nextCursor]).toEqual([1, null]);
  await expect(list("failed", { cursor: "gone@mail.example" })).rejects.toThrow("cursor");
});
