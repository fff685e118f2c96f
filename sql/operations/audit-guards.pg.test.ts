import { expect, it } from "vitest";
import type { Sql } from "../db/client";
import { withTx } from "../db/tx";
import { createTestDatabase } from "../testing/test-database";
import { insertAuditRow } from "./operators";

const { db, owner } = await createTestDatabase();

await withTx(db, (tx) =>
  insertAuditRow(tx, {
    actorKind: "operator",
    actorId: crypto.randomUUID(),
    action: "link.disable",
    subject: "link:a:b",
    reason: "a click farm",
    before: { disabledBy: null },
    after: { disabledBy: "operator" },
  }),
);
const rows = async () => [...(await owner`select * from audit_log`)];
const written = await rows();

const rewriting: [string, (sql: Sql) => PromiseLike<unknown>][] = [
  ["change a row", (sql) => sql`update audit_log set reason = 'another'`],
  ["take a row over", (sql) => sql`update audit_log set actor_id = null`],
  ["delete a row", (sql) => sql`delete from audit_log`],
  ["empty the log", (sql) => sql`truncate audit_log`],
  [
    "give a row a number",
    (sql) => sql`
    insert into audit_log (id, actor_kind, action, subject) values (1, 'system', 'a', 'b')`,
  ],
];

const rebuilding: [string, (sql: Sql) => PromiseLike<unknown>][] = [
  ["take the guard away", (sql) => sql`drop trigger audit_log_append_only on audit_log`],
  ["switch the guard off", (sql) => sql`alter table audit_log disable trigger all`],
  ["switch all guards off", (sql) => sql`set session_replication_role = replica`],
  [
    "give itself the right",
    async (sql) => {
      await sql`grant update on audit_log to fairclick_app`;
      await sql`update audit_log set reason = 'another'`;
    },
  ],
  ["take the table away", (sql) => sql`drop table audit_log`],
];

it.each([...rewriting, ...rebuilding])("does not let the application %s", async (_, act) => {
  await expect(Promise.resolve(act(db.sql))).rejects.toThrow(
    /permission denied|must be owner|cannot insert a non-DEFAULT|append-only/,
  );
  expect(await rows()).toEqual(written);
});

it.each(rewriting.slice(0, 4))("does not even let the owner %s by accident", async (_, act) => {
  await expect(Promise.resolve(act(owner))).rejects.toThrow("audit_log is append-only");
  expect(await rows()).toEqual(written);
});
