import { withTx } from "@fairclick/sql/db/tx";
import { insertAuditRow } from "@fairclick/sql/operations/operators";
import { createTestDatabase } from "@fairclick/sql/testing/test-database";
import { expect, it } from "vitest";
import { addCampaign, addUser } from "../testing/marketplace";
import { listAudit } from "./operators";

const { db, owner } = await createTestDatabase();
const creator = await addUser(db);
const { id: campaign } = await addCampaign(db, {});
await owner`update users set username = 'chris' where id = ${creator}`;
await owner`update campaigns set name = 'Tower of Tides' where id = ${campaign}`;

it.each([
  [`user:${creator}`, "chris"],
  [`campaign:${campaign}`, "Tower of Tides"],
  [`link:${campaign}:${creator}`, "Tower of Tides / chris"],
  [`user:${crypto.randomUUID()}`, null],
  ["user:nobody", null],
  [`campaign:${campaign}:more`, null],
  ["queue:send-mail", null],
])("names the subject %s as %s", async (subject, name) => {
  await withTx(db, (tx) =>
    insertAuditRow(tx, {
      ...{ actorKind: "system", actorId: null, action: "test.name", subject },
      ...{ reason: null, before: null, after: null },
    }),
  );
  const { items } = await listAudit({ db }, { subject, limit: 1 });
  expect(items[0]).toMatchObject({ subject, subjectName: name });
});
