import type { UserId } from "@fairclick/core/ids";
import { securityChanged } from "@fairclick/core/notices/account-notices";
import { refundFailed } from "@fairclick/core/notices/money-notices";
import { withTx } from "@fairclick/sql/db/tx";
import { listNotices } from "@fairclick/sql/notices/notices";
import { createTestDatabase } from "@fairclick/sql/testing/test-database";
import { describe, expect, it } from "vitest";
import { notify } from "../notify";
import { addUser } from "../testing/marketplace";
import { operatorCtx } from "../testing/operator-ctx";
import { systemCtx } from "../testing/system-ctx";
import { deliverMail } from "./deliver-mail";
import { listOperatedMail, releaseMail, suppressBounced, suppressMail } from "./operate-mail";

const { db, owner } = await createTestDatabase();
const operator = await operatorCtx(db, owner);
const act = { reason: "its mails come back", dryRun: false };
const list = (state: "suppressed" | "failed", more = {}) =>
  listOperatedMail(operator, { state, ...more });

/** Writes a notice about a user with a confirmed address and sends all mails. Returns its id. */
async function tellAndSend(userId: UserId, { at = new Date(), sent = [] as string[] } = {}) {
  await db.sql`update users set email_verified_at = ${at} where id = ${userId}`;
  const ctx = systemCtx(db, () => at);
  const data = { change: "password_changed" } as const;
  await withTx(db, (tx) => notify(tx, ctx, securityChanged, { to: [userId], data }));
  const mailer = { send: async ({ to }: { to: string }) => void sent.push(to), close: () => {} };
  await deliverMail({ ...ctx, mailer, appUrl: "https://app.test", operatorAddresses: [] });
  const [notice] = await listNotices(db.sql, { userId, before: null, limit: 1 });
  return notice?.id ?? "";
}

it("stops mails to an address until it is released, audited without naming the person", async () => {
  const userId = (await addUser(db)) as UserId;
  const address = `${userId}@example.test`;
  const sent: string[] = [];
  const deliver = async () => {
    await tellAndSend(userId, { sent });
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

describe("a bounce", () => {
  const DAY_MS = 86_400_000;
  const bounce = (id: string, recipients: string[]) =>
    suppressBounced(operator, {
      ...act,
      ...{ messageId: `<${id}@mail.test>`, recipients, status: "5.1.1" },
    });
  const refusal = /^No mail with this Message-ID was sent to this address within 30 days/;

  /** A user who got a mail this many days ago. */
  async function addMailed(days = 1) {
    const userId = (await addUser(db)) as UserId;
    const id = await tellAndSend(userId, { at: new Date(Date.now() - days * DAY_MS) });
    return { id, address: `${userId}@example.test` };
  }

  it("stops the mails to the address that the mail was sent to, once", async () => {
    const { id, address } = await addMailed();
    const change = await bounce(id, ["alias@example.test", address.toUpperCase()]);
    expect(change).toMatchObject({ action: "mail.suppress", applied: true });
    expect((await list("suppressed")).items).toContainEqual(
      expect.objectContaining({ address, problem: act.reason }),
    );
    await expect(bounce(id, [address])).rejects.toThrow("gets no mail already");
  });

  it("silences nobody by a forged report", async () => {
    const [victim, forger] = [await addMailed(), await addMailed()];
    await expect(bounce(forger.id, [victim.address])).rejects.toThrow(refusal);
    await expect(bounce(crypto.randomUUID(), [victim.address])).rejects.toThrow(refusal);
    await expect(bounce("x' or true --", [victim.address])).rejects.toThrow(refusal);
    const old = await addMailed(31);
    await expect(bounce(old.id, [old.address])).rejects.toThrow(refusal);
    const queued = await addMailed();
    await owner`
      update notices set mail_status = 'queued', mail_sent_at = null, mail_due_at = now()
      where id = ${queued.id}`;
    await expect(bounce(queued.id, [queued.address])).rejects.toThrow(refusal);
    const stopped = (await list("suppressed", { limit: 100 })).items.map(({ address }) => address);
    for (const { address } of [victim, forger, old, queued]) expect(stopped).not.toContain(address);
    await owner`delete from notices where id = ${queued.id}`;
  });
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
