import { connect, type Db } from "@fairclick/sql/db/client";
import { withTx } from "@fairclick/sql/db/tx";
import { createTestDatabase } from "@fairclick/sql/testing/test-database";
import { afterAll, describe, it } from "vitest";
import { isConnectionError } from "./connection-errors";
import { startBreakableProxy } from "./testing/breakable-proxy";

const { db: direct, owner, url } = await createTestDatabase();
await owner`create table kept (id int primary key)`;
await owner`grant select, insert, update on kept to fairclick_app`;

/** Pools behind a proxy of their own, closed at the end. */
async function openProxied() {
  const proxy = await startBreakableProxy(url);
  const db = connect(proxy.url, { max: 2, maxTransactions: 2 });
  afterAll(async () => {
    await proxy.break();
    await db.end();
  });
  return { proxy, db };
}

/** How long all of them took together, and how each ended. */
async function timeAll(works: Promise<unknown>[]) {
  const start = performance.now();
  const results = await Promise.allSettled(works);
  const errors = results.map((result) => (result.status === "rejected" ? result.reason : null));
  return { tookMs: performance.now() - start, errors };
}

const insert = (db: Db, id: number) =>
  withTx(db, async (tx) => {
    await tx`insert into kept (id) values (${id})`;
  });

describe.concurrent("connections to Postgres that carry nothing any more", () => {
  it("are replaced within 15 seconds, and fail as lost connections do", async ({ expect }) => {
    const { proxy, db } = await openProxied();
    await Promise.all([db.sql`select 1`, db.sql`select 1`, insert(db, 1), insert(db, 2)]);
    proxy.silence();
    const works = Array.from({ length: 8 }, (_, index) => [
      db.sql`select 1`,
      insert(db, 10 + index),
    ]);
    const { tookMs, errors } = await timeAll(works.flat());
    expect(tookMs).toBeLessThan(15_000);
    const failures = errors.filter((error) => error !== null);
    expect(failures.length).toBeGreaterThan(0);
    expect(failures.filter((error) => !isConnectionError(error))).toEqual([]);
    const next = await timeAll([db.sql`select 1`, insert(db, 3)]);
    expect(next.errors).toEqual([null, null]);
  });

  it("hold their locks for no more than 15 seconds", async ({ expect }) => {
    const { proxy, db } = await openProxied();
    await insert(direct, 100);
    const lost = withTx(db, async (tx) => {
      await tx`update kept set id = 100 where id = 100`;
      proxy.silence();
      await tx`select 1`;
    });
    lost.catch(() => {});
    await expect.poll(() => isLocked(100)).toBe(true);
    await expect.poll(() => isLocked(100)).toBe(false);
    await expect(lost).rejects.toSatisfy(isConnectionError);
  });

  it("are replaced where they only listen", async ({ expect }) => {
    const { proxy, db } = await openProxied();
    const heard: string[] = [];
    let subscriptions = 0;
    db.listen("news", {
      onPayload: (payload) => heard.push(payload),
      onListening: () => {
        subscriptions += 1;
      },
    });
    await expect.poll(() => subscriptions).toBe(1);
    await owner`select pg_notify('news', 'first')`;
    await expect.poll(() => heard).toEqual(["first"]);
    proxy.silence();
    await owner`select pg_notify('news', 'unheard')`;
    await expect.poll(() => subscriptions).toBe(2);
    await owner`select pg_notify('news', 'second')`;
    await expect.poll(() => heard).toEqual(["first", "second"]);
  });
});

/** Whether another transaction holds the row. */
async function isLocked(id: number): Promise<boolean> {
  const rows = await owner`select from kept where id = ${id} for update skip locked`;
  return rows.length === 0;
}

describe.concurrent("limits", () => {
  it("end a statement after eight seconds, in a transaction and outside", async ({ expect }) => {
    const works = [
      direct.sql`select pg_sleep(30)`,
      withTx(direct, (tx) => tx`select pg_sleep(30)`),
    ];
    const { tookMs, errors } = await timeAll(works);
    expect(tookMs).toBeLessThan(14_000);
    expect(errors).toEqual([
      expect.objectContaining({ code: "57014" }),
      expect.objectContaining({ code: "unavailable" }),
    ]);
  });

  it("let a statement take longer where its transaction says so", async () => {
    await withTx(direct, (tx) => tx`select pg_sleep(11)`, { statementTimeoutMs: 20_000 });
  });

  it("roll a transaction of many statements back that takes too long", async ({ expect }) => {
    let statements = 0;
    const work = withTx(
      direct,
      async (tx) => {
        for (;;) {
          await tx`insert into kept (id) values (${1_000 + statements})`;
          await tx`select pg_sleep(0.05)`;
          statements += 1;
        }
      },
      { statementTimeoutMs: 500 },
    );
    await expect(work).rejects.toMatchObject({
      code: "unavailable",
      message: "The transaction took longer than 3000 ms",
    });
    expect(statements).toBeGreaterThan(3);
    expect(await owner`select from kept where id >= 1000`).toHaveLength(0);
    const after = statements;
    await Bun.sleep(300);
    expect(statements).toBe(after);
  });
});
