import { withTx } from "@fairclick/sql/db/tx";
import { replaceBooksProof } from "@fairclick/sql/money/book-checks";
import { createTestDatabase } from "@fairclick/sql/testing/test-database";
import { expect, it } from "vitest";
import { addUser } from "../testing/marketplace";
import { readTodo } from "./todo";
import { judgeVitals, readVitals } from "./vitals";

const { db, owner } = await createTestDatabase();
const store = { reachable: true, store: { store: "postgres" }, problems: [], warnings: [] };
const queue = {
  listFigures: async () => [],
  checkHealth: async () => store as never,
  findOldestUnrecorded: async () => null,
};

it("reports books that differ", async () => {
  const find = async () =>
    judgeVitals(await readVitals({ db, queue }), {
      clickWindowSeconds: 60,
      ipDataUrl: null,
    }).flatMap(({ check, status }) => (status === "ok" ? [] : [check]));
  const prove = (differences: number) =>
    withTx(db, (tx) =>
      replaceBooksProof(tx, {
        proof: "books",
        checks: [{ name: "entries_sum_to_zero", differences }],
      }),
    );
  await prove(0);
  expect(await find()).not.toContain("books");
  await prove(2);
  expect(await find()).toContain("books");
});

it("counts no withdrawal that goes on by itself as waiting for an operator", async () => {
  const input = { db: db.sql, at: new Date(), limit: 1, listQueues: async () => [] };
  const count = async () => (await readTodo("withdrawals", input)).count;
  const before = await count();
  for (const kinds of ["{unproved}", "{first,unproved}"]) {
    await owner`
      insert into withdrawals (id, user_id, amount_micros, stripe_account_id, held_at, hold_reason,
        hold_kinds, hold_until)
      values (${crypto.randomUUID()}, ${await addUser(db)}, 10000, 'acct_1', now(), 'why', ${kinds},
        now())`;
  }
  expect(await count()).toBe(before + 1);
});
