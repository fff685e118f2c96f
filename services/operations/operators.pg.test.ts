import { AppError } from "@fairclick/core/errors";
import { connectAsOwner } from "@fairclick/sql/db/client";
import { createTestDatabase } from "@fairclick/sql/testing/test-database";
import { afterAll, expect, it } from "vitest";
import { findOperator } from "../accounts/sessions";
import { addOperator } from "./operators";

const { db, owner, ownerUrl } = await createTestDatabase();
const asOwner = { db: connectAsOwner(ownerUrl), now: () => new Date() };
afterAll(() => asOwner.db.end());

const scopes = ["ledger:read"];

it("returns a token that identifies its operator", async () => {
  const { operatorId, token, isNew } = await addOperator(asOwner, { name: "Ann", scopes });
  expect(isNew).toBe(true);
  expect(token).toMatch(/^fco_[A-Za-z0-9_-]{43}$/);
  expect(await findOperator(db.sql, token)).toEqual({ id: operatorId, name: "Ann", scopes });
});

it("stores no usable token", async () => {
  const { token } = await addOperator(asOwner, { name: "Bob", scopes });
  const [row] = await owner<{ rows: string }[]>`
    select string_agg(t::text, ' ') as rows from operator_tokens t`;
  const secret = token.slice(4, 20);
  expect(row?.rows).not.toContain(secret);
  expect(row?.rows).not.toContain(Buffer.from(secret).toString("hex"));
});

it("returns null for a wrong, changed or overlong token", async () => {
  const { token } = await addOperator(asOwner, { name: "Cid", scopes });
  const changed = token.slice(0, -1) + (token.endsWith("A") ? "B" : "A");
  for (const wrong of ["", "fco_", changed, `${token} `, `${token}x`, token.slice(4)]) {
    expect(await findOperator(db.sql, wrong)).toBeNull();
  }
});

it("issues further tokens to an operator, and revokes earlier ones only on request", async () => {
  const first = await addOperator(asOwner, { name: "Dee", scopes });
  const second = await addOperator(asOwner, { name: "Dee", scopes });
  expect(second).toMatchObject({ operatorId: first.operatorId, isNew: false, revokedTokens: 0 });
  expect(await findOperator(db.sql, first.token)).not.toBeNull();

  const third = await addOperator(asOwner, { name: "Dee", scopes, replace: true });
  expect(third.revokedTokens).toBe(2);
  expect(await findOperator(db.sql, first.token)).toBeNull();
  expect(await findOperator(db.sql, second.token)).toBeNull();
  expect(await findOperator(db.sql, third.token)).not.toBeNull();
});

it("refuses a token that has expired, and records when one was last used", async () => {
  const soon = new Date(Date.now() + 60_000);
  const { token, operatorId } = await addOperator(asOwner, {
    name: "Hal",
    scopes,
    expiresAt: soon,
  });
  const used = async () => {
    const [row] = await owner<{ at: Date | null }[]>`
      select last_used_at as at from operator_tokens where operator_id = ${operatorId}`;
    return row?.at;
  };
  expect(await used()).toBeNull();
  expect(await findOperator(db.sql, token)).toMatchObject({ name: "Hal" });
  const first = await used();
  expect(first).toBeInstanceOf(Date);
  await findOperator(db.sql, token);
  expect(await used()).toEqual(first);
  await owner`update operator_tokens set expires_at = now() where operator_id = ${operatorId}`;
  expect(await findOperator(db.sql, token)).toBeNull();
});

it("lets the application end a token, and never create one, lengthen one or revive one", async () => {
  const { token, operatorId } = await addOperator(asOwner, { name: "Ida", scopes });
  const mine = db.sql`operator_id = ${operatorId}`;
  const denied = "permission denied";
  await expect(
    db.sql`update operator_tokens set scopes = '{ledger:read,audit:read}' where ${mine}`,
  ).rejects.toThrow(denied);
  await expect(
    db.sql`update operator_tokens set expires_at = now() + interval '1 year' where ${mine}`,
  ).rejects.toThrow(denied);
  await db.sql`update operator_tokens set revoked_at = now() where ${mine}`;
  expect(await findOperator(db.sql, token)).toBeNull();
  await expect(db.sql`update operator_tokens set revoked_at = null where ${mine}`).rejects.toThrow(
    "stays revoked",
  );
});

it("writes down who was let in, and not with what", async () => {
  const { operatorId, token } = await addOperator(asOwner, { name: "Gil", scopes });
  const rows = await owner`
    select actor_kind, action, after from audit_log where subject = ${`operator:${operatorId}`}`;
  expect([...rows]).toEqual([
    {
      actorKind: "system",
      action: "operator.add_token",
      after: { name: "Gil", scopes: "ledger:read", revokedTokens: 0, expiresAt: null },
    },
  ]);
  expect(JSON.stringify(rows)).not.toContain(token);
});

it.each([
  [{ name: "Eve", scopes: [] }, "Name at least one scope"],
  [{ name: "Eve", scopes: ["everything"] }, 'no scope "everything"'],
  [{ name: "Eve", scopes: ["toString"] }, 'no scope "toString"'],
  [{ name: "", scopes }, "name has 1 to 64"],
  [{ name: "two\nlines", scopes }, "name has 1 to 64"],
])("refuses %j", async (input, message) => {
  const refusal = await addOperator(asOwner, input).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(AppError);
  expect(refusal).toMatchObject({ code: "validation", message: expect.stringContaining(message) });
});

it("is out of the application's reach", async () => {
  const asApplication = { db, now: () => new Date() };
  await expect(addOperator(asApplication, { name: "Mallory", scopes })).rejects.toThrow(
    "permission denied for table operators",
  );
});

it("makes one operator of two who are added at the same moment", async () => {
  const added = await Promise.all(
    Array.from({ length: 8 }, () => addOperator(asOwner, { name: "Fay", scopes })),
  );
  expect(new Set(added.map(({ operatorId }) => operatorId)).size).toBe(1);
  expect(added.filter(({ isNew }) => isNew)).toHaveLength(1);
});
