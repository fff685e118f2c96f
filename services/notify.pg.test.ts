import type { UserId } from "@fairclick/core/ids";
import { resetPassword } from "@fairclick/core/notices/account-notices";
import { depositArrived, withdrawalFailed } from "@fairclick/core/notices/money-notices";
import { writeNoticeText } from "@fairclick/core/notices/registry";
import { withTx } from "@fairclick/sql/db/tx";
import { countUnreadNotices, listNotices, markNoticesRead } from "@fairclick/sql/notices/notices";
import { createTestDatabase } from "@fairclick/sql/testing/test-database";
import { describe, expect, it } from "vitest";
import { forgetNotices } from "./notices/notices";
import { notify } from "./notify";
import { addUser } from "./testing/marketplace";
import { systemCtx } from "./testing/system-ctx";

const { db } = await createTestDatabase();
const ctx = systemCtx(db);
const newUser = async () => (await addUser(db)) as UserId;
const list = (userId: UserId, limit = 10) => listNotices(db.sql, { userId, before: null, limit });

describe("notify", () => {
  it("writes one notice per recipient, with exact amounts", async () => {
    const users = [await newUser(), await newUser()] as const;
    await withTx(db, (tx) =>
      notify(tx, ctx, depositArrived, {
        to: [...users, users[0]],
        data: { amountMicros: 9_007_199_254_740_993n },
      }),
    );
    for (const user of users) {
      const [notice, ...others] = await list(user);
      expect(others).toEqual([]);
      expect(notice && writeNoticeText(notice)?.title).toBe(
        "$9,007,199,254.740993 arrived in your wallet",
      );
    }
  });

  it("leaves nothing if the change is rolled back", async () => {
    const user = await newUser();
    const change = withTx(db, async (tx) => {
      await notify(tx, ctx, depositArrived, { to: [user], data: { amountMicros: 1n } });
      throw new Error("the change failed");
    });
    await expect(change).rejects.toThrow("the change failed");
    expect(await list(user)).toEqual([]);
  });

  it("drops the second report of one event, also when both are written at once", async () => {
    const user = await newUser();
    const report = () =>
      withTx(db, (tx) =>
        notify(tx, ctx, withdrawalFailed, {
          to: [user],
          data: { amountMicros: 5_000_000n, reason: "closed account" },
          key: "withdrawal:1",
        }),
      );
    await Promise.all([report(), report(), report()]);
    expect(await list(user)).toHaveLength(1);
  });

  it("drops the second report to the operators too", async () => {
    const report = { to: "operators", data: { amountMicros: 1n }, key: "once" } as const;
    await withTx(db, (tx) => notify(tx, ctx, depositArrived, report));
    await withTx(db, (tx) => notify(tx, ctx, depositArrived, report));
    const told = await db.sql`select from notices where user_id is null`;
    expect(told.count).toBe(1);
  });

  it("writes nothing for a deleted user", async () => {
    const user = await newUser();
    await db.sql`
      update users set deleted_at = now(), suspended_at = now(), password_hash = null
      where id = ${user}`;
    await withTx(db, (tx) =>
      notify(tx, ctx, depositArrived, { to: [user], data: { amountMicros: 1n } }),
    );
    expect(await list(user)).toEqual([]);
  });

  it("does not show mails about access in the app", async () => {
    const user = await newUser();
    await withTx(db, (tx) => notify(tx, ctx, resetPassword, { to: [user], data: {} }));
    expect(await list(user)).toEqual([]);
    expect(await countUnreadNotices(db.sql, { userId: user, most: 100 })).toBe(0);
  });
});

it("marks what was seen as read, and nothing newer", async () => {
  const user = await newUser();
  const tell = (amountMicros: bigint) =>
    withTx(db, (tx) => notify(tx, ctx, depositArrived, { to: [user], data: { amountMicros } }));
  await tell(1n);
  const [seen] = await list(user);
  await tell(2n);
  await markNoticesRead(db.sql, { userId: user, upTo: seen?.id ?? "", at: new Date() });
  expect(await countUnreadNotices(db.sql, { userId: user, most: 100 })).toBe(1);
  expect((await list(user)).map(({ readAt }) => readAt === null)).toEqual([true, false]);
});

it("forgets notices after 180 days", async () => {
  const user = await newUser();
  const written = new Date("2026-01-01");
  await withTx(db, (tx) =>
    notify(tx, { now: () => written }, depositArrived, { to: [user], data: { amountMicros: 1n } }),
  );
  await db.sql`
    update notices set mail_status = 'skipped', mail_due_at = null where user_id = ${user}`;
  const at = (days: number) => systemCtx(db, () => new Date(written.getTime() + days * 86_400_000));
  await forgetNotices(at(179));
  expect(await list(user)).toHaveLength(1);
  await forgetNotices(at(181));
  expect(await list(user)).toHaveLength(0);
});
