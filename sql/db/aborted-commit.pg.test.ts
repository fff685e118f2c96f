import { afterAll, afterEach, describe, expect, it } from "vitest";
import { createTestDatabase } from "../testing/test-database";
import { connect } from "./client";
import { withTx } from "./tx";

const { owner, url } = await createTestDatabase();
await owner`create table kept (id int primary key)`;
await owner`grant select, insert on kept to fairclick_app`;

/** One connection, as a pooler hands the same server process to one transaction after another. */
const db = connect(url, { maxTransactions: 1 });
afterAll(() => db.end());
afterEach(() => owner`delete from kept`);

const listKept = async () => (await owner<{ id: number }[]>`select id from kept`).map((r) => r.id);

describe("a transaction on a server that has lost its prepared statements", () => {
  it("has stored its rows when withTx resolves", async () => {
    await withTx(db, (tx) => tx`select 1`);
    await withTx(db, async (tx) => {
      await tx`insert into kept (id) values (1)`;
      await tx`deallocate all`;
    });
    expect(await listKept()).toEqual([1]);
  });

  it("throws the server's error, stores nothing, and leaves the connection usable", async () => {
    const insert = (id: number) => withTx(db, (tx) => tx`insert into kept (id) values (${id})`);
    await insert(1);
    const work = withTx(db, async (tx) => {
      await tx`deallocate all`;
      await tx`insert into kept (id) values (${2})`;
    });
    await expect(work).rejects.toThrow(/prepared statement .* does not exist/);
    await insert(3);
    expect(await listKept()).toEqual([1, 3]);
  });
});

describe("a commit that the server answers with ROLLBACK", () => {
  it("makes withTx throw, although its work saw no error", async () => {
    const undoSavepoint = (forgets: boolean) =>
      withTx(db, async (tx) => {
        await tx`insert into kept (id) values (1)`;
        const inner = tx.savepoint(async (part) => {
          if (forgets) await part`deallocate all`;
          throw new Error("undo");
        });
        // Without its prepared statement the savepoint cannot be undone: everything is aborted.
        await inner.catch(() => {});
      });
    await undoSavepoint(false);
    await owner`delete from kept`;
    await expect(undoSavepoint(true)).rejects.toThrow("answered commit with a rollback");
    expect(await listKept()).toEqual([]);
  });
});

describe("a statement of a transaction that is over", () => {
  it("is refused instead of being run outside of any transaction", async () => {
    let late: Promise<unknown> = Promise.resolve();
    const work = withTx(db, async (tx) => {
      late = (async () => {
        await tx`select pg_sleep(0.05)`;
        await tx`insert into kept (id) values (1)`;
      })();
      late.catch(() => {});
      throw new Error("undo");
    });
    await expect(work).rejects.toThrow("undo");
    await expect(late).rejects.toThrow("transaction of this statement is over");
    expect(await listKept()).toEqual([]);
  });
});
