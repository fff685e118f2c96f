import { AppError } from "@fairclick/core/errors";
import { describe, expect, it } from "vitest";
import { createTestDatabase } from "../testing/test-database";
import { connect, type Db, type Tx } from "./client";
import { withTx } from "./tx";

const { db, owner, url } = await createTestDatabase();
await owner`create table kept (id int primary key, value int not null default 0)`;
await owner`grant select, insert, update on kept to fairclick_app`;

/** postgres.js hands this many statements to one connection before it waits for answers. */
const PIPELINE = 100;

/**
 * Fills the pipeline of every connection, begins transactions on top of that, and goes on writing.
 * Returns the ids of rows that were acknowledged and are not there, or are there and were undone.
 */
async function flood(pools: Db, { size, filling }: { size: number; filling: number }) {
  let ids = 0;
  const acknowledged: number[] = [];
  const undone: number[] = [];
  const insertPlainly = async () => {
    const id = ++ids;
    await pools.sql`insert into kept (id) values (${id})`;
    acknowledged.push(id);
  };
  const insertInTransaction = async (commit: boolean) => {
    const id = ++ids;
    const work = withTx(pools, async (tx) => {
      await tx`insert into kept (id) values (${id})`;
      if (!commit) throw new Error("undo");
    });
    await work.then(
      () => acknowledged.push(id),
      () => undone.push(id),
    );
  };
  await Promise.all(Array.from({ length: size }, () => pools.sql`select pg_sleep(0.01)`));
  await Promise.all([
    ...Array.from({ length: filling }, () => pools.sql`select 1`.execute()),
    ...Array.from({ length: size * 2 }, (_, index) => insertInTransaction(index % 2 === 0)),
  ]);
  await Promise.all(Array.from({ length: size * 4 }, insertPlainly));
  const rows = await owner<{ id: number }[]>`delete from kept returning id`;
  const stored = new Set(rows.map((row) => row.id));
  return {
    acknowledged: acknowledged.length,
    lost: acknowledged.filter((id) => !stored.has(id)),
    kept: undone.filter((id) => stored.has(id)),
  };
}

describe("withTx", () => {
  it.each([
    { size: 1, less: 0 },
    { size: 2, less: 1 },
    { size: 10, less: 1 },
    { size: 10, less: 10 },
    { size: 10, less: -5 },
  ])(
    "loses nothing that was acknowledged with $size flooded connections ($less)",
    async ({ size, less }) => {
      const pools = connect(url, { max: size, maxTransactions: size });
      try {
        const result = await flood(pools, { size, filling: size * PIPELINE - less });
        expect(result).toEqual({ acknowledged: size * 5, lost: [], kept: [] });
      } finally {
        await pools.end();
      }
    },
  );

  it("undoes everything when the work throws, and throws the same", async () => {
    const failure = new Error("no");
    const work = withTx(db, async (tx) => {
      await tx`insert into kept (id) values (1)`;
      throw failure;
    });
    await expect(work).rejects.toBe(failure);
    expect(await db.sql`select from kept`).toHaveLength(0);
  });

  it("does the work again when Postgres sacrificed it to another transaction", async () => {
    await db.sql`insert into kept (id, value) values (1, 0), (2, 0)`;
    let tries = 0;
    let holding = 0;
    const both = Promise.withResolvers<void>();
    const increment = (first: number, second: number) =>
      withTx(db, async (tx) => {
        tries += 1;
        await tx`update kept set value = value + 1 where id = ${first}`;
        holding += 1;
        if (holding === 2) both.resolve();
        await both.promise;
        await tx`update kept set value = value + 1 where id = ${second}`;
      });
    await Promise.all([increment(1, 2), increment(2, 1)]);
    expect(tries).toBeGreaterThan(2);
    const rows = await db.sql`select value from kept`;
    expect(rows.map((row) => row.value)).toEqual([2, 2]);
  });

  it("stops retrying a transaction that fails every time", async () => {
    let tries = 0;
    const work = withTx(db, async (tx) => {
      tries += 1;
      await tx`do $$ begin raise exception 'again' using errcode = '40001'; end $$`;
    });
    await expect(work).rejects.toThrow("again");
    expect(tries).toBe(3);
  });

  it("offers a read-only snapshot on request", async () => {
    const count = async (tx: Tx) => (await tx`select from kept`).length;
    const seen = await withTx(
      db,
      async (tx) => {
        const before = await count(tx);
        await db.sql`insert into kept (id) values (10)`;
        return [before, await count(tx)];
      },
      { isolation: "repeatable read", readOnly: true },
    );
    expect(seen[1]).toBe(seen[0]);
    const write = withTx(db, (tx) => tx`delete from kept`, { readOnly: true });
    await expect(write).rejects.toThrow("read-only transaction");
  });

  it("ends a statement at its own limit, and only in this transaction", async () => {
    const pools = connect(url, { maxTransactions: 1 });
    try {
      const limited = withTx(pools, (tx) => tx`select pg_sleep(5)`, { statementTimeoutMs: 20 });
      await expect(limited).rejects.toMatchObject({ code: "unavailable" });
      await withTx(pools, (tx) => tx`select pg_sleep(0.1)`);
    } finally {
      await pools.end();
    }
  });

  it("throws what people understand when a constraint is violated", async () => {
    const work = withTx(
      db,
      (tx) => tx`
      do $$ begin raise exception 'no' using errcode = '23505', constraint = 'users_email_taken'; end $$`,
    );
    await expect(work).rejects.toBeInstanceOf(AppError);
    await expect(work).rejects.toMatchObject({ code: "email_taken" });
  });
});
