import { type Person, register } from "@fairclick/api/testing/people";
import { addOperator } from "@fairclick/services/operations/operators/add-operator";
import { withTx } from "@fairclick/sql/db/tx";
import { lockBalance } from "@fairclick/sql/money/ledger";
import { sweepPaymentsJob } from "@fairclick/worker/money/sweep-payments";
import { forgetNoticesJob } from "@fairclick/worker/notices/forget-notices";
import { afterEach, expect, it } from "vitest";
import { cancelLast, createCreator, lastWithdrawal, listTransfers } from "./creators";
import { expectProvenBooks, withdraw } from "./money";
import { createStripeApp } from "./stripe-app";

const app = await createStripeApp();
const { call, clock, owner } = app;
const DAY_MS = 86_400_000;
const asOwner = {
  db: { sql: owner, transactions: owner, end: async () => {} },
  now: () => clock.at,
};
const scopes = ["users:read", "users:write", "withdrawals:read", "withdrawals:write", "audit:read"];
const { token: ann } = await addOperator(asOwner, { name: "Ann", scopes });
const { token: ruth } = await addOperator(asOwner, { name: "Ruth", scopes });
const { token: viewer } = await addOperator(asOwner, { name: "Vic", scopes: ["users:read"] });

afterEach(() => expectProvenBooks(app));

type Act = { token?: string; dryRun?: boolean; days?: number };
const act = (path: string, { token = ann, ...more }: Act = {}) =>
  call("POST", `/api/admin/users/${path}`, { token, json: { reason: "a ring of three", ...more } });
const show = async ({ id }: Person) =>
  (await call("GET", `/api/admin/users/${id}`, { token: viewer })).json.data;
const inDays = (days: number, from = clock.at) => new Date(from.getTime() + days * DAY_MS);

async function sweep(): Promise<void> {
  await sweepPaymentsJob.run(app.workerDeps, {});
  await app.settle();
}

async function seenByOwner({ token }: Person): Promise<string> {
  const { json } = await call("GET", "/api/wallet/transactions", { token });
  return json.transactions[0].description;
}

async function noticesOf({ id }: Person): Promise<string[]> {
  const rows = await owner<{ kind: string }[]>`
    select kind from notices where user_id = ${id} and kind like 'withdrawal.%' order by id`;
  return rows.map(({ kind }) => kind);
}

const waits =
  /^Fairclick looks at it before it is sent, by \w+ \d+, \d\d:\d\d UTC: it needs a security check$/;

it("holds what is not sent, names no suspicion to its owner, and lets it go by itself", async () => {
  const creator = await createCreator(app, 1_000);
  await withdraw(app, creator, 400);
  const started = clock.at;
  const preview = await act(`${creator.id}/watch`, { dryRun: true });
  expect(preview.json.data).toMatchObject({
    ...{ applied: false, action: "user.watch", before: { watchedUntil: null } },
    after: { watchedUntil: inDays(7).toISOString(), unsentMicros: "4000000" },
  });
  expect((await act(`${creator.username}/watch`)).status).toBe(200);
  await app.work();
  await sweep();
  expect(await listTransfers(app, creator)).toEqual([]);
  expect(await seenByOwner(creator)).toMatch(waits);
  const last = await lastWithdrawal(app, creator);
  const seen = await call("GET", `/api/admin/withdrawals/${last?.id}`, { token: ann });
  expect(seen.json.data).toMatchObject({
    holdReason: "Its owner is watched; `fairclick users show` says why.",
    holdUntil: inDays(14, started).toISOString(),
  });
  expect(await noticesOf(creator)).toEqual(["withdrawal.requested", "withdrawal.held"]);
  expect(await show(creator)).toMatchObject({
    watch: {
      ...{ reason: "a ring of three", startedBy: "Ann", renewedBy: null },
      ...{ until: inDays(7).toISOString(), untilAtMost: inDays(14).toISOString() },
    },
  });
  clock.at = inDays(6.9);
  await sweep();
  expect(await lastWithdrawal(app, creator)).toMatchObject({ status: "pending" });
  clock.at = inDays(7, started);
  await sweep();
  expect(await lastWithdrawal(app, creator)).toMatchObject({ status: "completed" });
  expect((await noticesOf(creator)).slice(2)).toEqual(["withdrawal.released", "withdrawal.sent"]);
  expect(await show(creator)).toMatchObject({ watch: null });
});

it("holds new withdrawals, which their owner can cancel", async () => {
  const creator = await createCreator(app, 1_000);
  await act(`${creator.id}/watch`);
  await withdraw(app, creator, 300);
  expect(await seenByOwner(creator)).toMatch(waits);
  await sweep();
  expect(await listTransfers(app, creator)).toEqual([]);
  expect((await cancelLast(app, creator)).status).toBe(200);
  await withdraw(app, creator, 1_000);
  await sweep();
  expect(await lastWithdrawal(app, creator)).toMatchObject({ status: "pending" });
  expect(await listTransfers(app, creator)).toEqual([]);

  const listed = await call("GET", "/api/admin/users?watched=true", { token: viewer });
  expect(listed.json.data.map((user: Person) => user.id)).toEqual([creator.id]);
  const todo = await call("GET", "/api/admin/todo", { token: viewer });
  expect(todo.json.data.items).toMatchObject([
    { kind: "watches", id: creator.id, who: creator.username, micros: "10000000" },
  ]);
  expect((await act(`${creator.id}/unwatch`, { token: ruth })).json.data).toMatchObject({
    ...{ action: "user.unwatch", before: { watchReason: "a ring of three" } },
  });
  await sweep();
  expect(await lastWithdrawal(app, creator)).toMatchObject({ status: "completed" });
  expect((await act(`${creator.id}/unwatch`)).status).toBe(409);
});

it("lets one operator hold money for 7 days, two for 14, and says so in the audit log", async () => {
  const creator = await createCreator(app, 500);
  const started = clock.at;
  await act(`${creator.id}/watch`, { days: 2 });
  await withdraw(app, creator, 500);
  await act(`${creator.id}/unwatch`);
  expect((await act(`${creator.id}/watch`)).json.data.after).toMatchObject({
    watchedUntil: inDays(7, started).toISOString(),
  });
  clock.at = inDays(6);
  const again = await act(`${creator.id}/watch`);
  expect([again.status, again.json.message]).toEqual([
    409,
    `One operator can let withdrawals of a user wait for 7 days. A different operator can renew it. A new watch can start on ${inDays(30, started).toISOString()}.`,
  ]);
  expect((await act(`${creator.id}/watch`, { token: ruth })).json.data).toMatchObject({
    ...{ action: "user.renew_watch", after: { watchedUntil: inDays(13, started).toISOString() } },
  });
  expect((await show(creator)).watch).toMatchObject({ startedBy: "Ann", renewedBy: "Ruth" });
  clock.at = inDays(12, started);
  await act(`${creator.id}/watch`, { token: ruth });
  await sweep();
  expect(await lastWithdrawal(app, creator)).toMatchObject({ status: "pending" });
  clock.at = inDays(14, started);
  for (const token of [ann, ruth]) {
    expect((await act(`${creator.id}/watch`, { token })).status).toBe(409);
  }
  await sweep();
  expect(await lastWithdrawal(app, creator)).toMatchObject({ status: "completed" });
  const audit = await call("GET", `/api/admin/audit?subject=user:${creator.id}`, { token: ann });
  expect(
    audit.json.data.flatMap(({ action, actor }: Record<string, string>) =>
      action?.includes("watch") ? [`${action} ${actor}`] : [],
    ),
  ).toEqual([
    ...["user.renew_watch Ruth", "user.renew_watch Ruth", "user.renew_watch Ann"],
    ...["user.unwatch Ann", "user.watch Ann"],
  ]);
});

it("has limits in the database: nobody alone holds money longer than 7 days", async () => {
  const creator = await createCreator(app, 100);
  await act(`${creator.id}/watch`);
  const change = (column: ReturnType<typeof owner>) =>
    owner`update user_watches set ${column} where user_id = ${creator.id}`;
  await expect(change(owner`until = until + interval '1 second'`)).rejects.toThrow("two_operators");
  await expect(change(owner`renewed_by = started_by, renewed_at = until`)).rejects.toThrow(
    "two_operators",
  );
  await expect(change(owner`until = until + interval '8 days'`)).rejects.toThrow("span");
  await act(`${creator.id}/unwatch`);
});

it("adds to what the rules hold, and leaves what an operator holds or the worker sends", async () => {
  const held = await createCreator(app, 100);
  await withdraw(app, held, 100);
  await owner`
    update withdrawals set held_at = ${clock.at}, hold_reason = 'It is large.', hold_kinds = '{amount}',
      hold_until = ${inDays(2)} where user_id = ${held.id}`;
  await act(`${held.id}/watch`);
  const read = () => owner<{ reason: string; kinds: string[] | null; until: Date | null }[]>`
    select hold_reason as reason, hold_kinds as kinds, hold_until as until from withdrawals
    where user_id = ${held.id}`;
  expect(await read()).toEqual([
    {
      reason: "It is large. Its owner is watched; `fairclick users show` says why.",
      ...{ kinds: ["amount", "watched"], until: inDays(14) },
    },
  ]);
  await act(`${held.id}/unwatch`);
  await sweep();
  expect(await lastWithdrawal(app, held)).toMatchObject({ status: "pending" });
  const [one, other] = [await createCreator(app, 100), await createCreator(app, 100)];
  await withdraw(app, one, 100);
  await owner`update withdrawals set held_at = ${clock.at}, hold_reason = 'why' where user_id = ${one.id}`;
  await withdraw(app, other, 100);
  await owner`update withdrawals set sending_at = ${clock.at} where user_id = ${other.id}`;
  for (const { id } of [one, other]) await act(`${id}/watch`);
  expect(
    await owner`select hold_kinds as kinds from withdrawals
      where user_id = any (${[one.id, other.id]}::uuid[])`,
  ).toEqual([{ kinds: null }, { kinds: null }]);
  await owner`update withdrawals set sending_at = null where user_id = ${other.id}`;
  for (const { id } of [one, other, held]) await act(`${id}/unwatch`);
  await app.settle();
});

it("keeps notes with their author, bounded and printable, until they are a year old", async () => {
  const creator = await createCreator(app, 100);
  const write = (text: string, token = ann) =>
    call("POST", `/api/admin/users/${creator.id}/notes`, { token, json: { text } });
  expect((await write("Asked the developer.\nNo answer yet.")).status).toBe(200);
  const written = await write("It is a school.", ruth);
  const { notes } = await show(creator);
  expect(notes).toMatchObject([
    { text: "It is a school.", writer: "Ruth", id: written.json.data.id },
    { text: "Asked the developer.\nNo answer yet.", writer: "Ann" },
  ]);
  for (const bad of ["", "  ", "x".repeat(1_001), "\u001b[2Jgone", "\u202etxt"]) {
    expect((await write(bad)).status, JSON.stringify(bad)).toBe(422);
  }
  expect((await write("no", viewer)).status).toBe(403);
  const [audited] = await owner<{ after: object }[]>`
    select after from audit_log where action = 'user.note' order by id desc limit 1`;
  expect(audited?.after).toEqual({ note: written.json.data.id, characters: 15 });

  const remove = `${creator.id}/notes/${written.json.data.id}/delete`;
  expect(
    (await act(`${(await createCreator(app, 100)).id}/notes/${notes[0].id}/delete`)).status,
  ).toBe(404);
  expect((await act(remove)).json.data).toMatchObject({
    action: "user.delete_note",
    applied: true,
  });
  expect((await act(remove)).status).toBe(404);
  expect((await show(creator)).notes).toHaveLength(1);
  for (let count = 1; count < 100; count += 1) await write(`Note ${count}`);
  expect((await write("one too many")).json.message).toContain("There are 100 notes");
  clock.at = inDays(364);
  await forgetNoticesJob.run(app.workerDeps, {});
  expect((await show(creator)).notes).toHaveLength(100);
  clock.at = inDays(2);
  await forgetNoticesJob.run(app.workerDeps, {});
  expect((await show(creator)).notes).toEqual([]);
});

it("deletes notes and watch with the account", async () => {
  const { id, token } = await register(app);
  await act(`${id}/watch`);
  await call("POST", `/api/admin/users/${id}/notes`, { token: ann, json: { text: "Asked." } });
  const json = { giveUpWalletCents: 0, giveUpEarnings: false };
  expect((await call("POST", "/api/users/profile/delete", { token, json })).status).toBe(200);
  expect(
    await owner`select user_id from user_notes where user_id = ${id}
      union all select user_id from user_watches where user_id = ${id}`,
  ).toEqual([]);
  expect((await act(`${id}/watch`)).status).toBe(409);
});

it("stores no watch of an account that is deleted at the same time", async () => {
  const { id, token } = await register(app);
  const json = { giveUpWalletCents: 0, giveUpEarnings: false };
  const [isLocked, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const lock = withTx(app.db, async (tx) => {
    await lockBalance(tx, { kind: "earnings", ownerId: id });
    isLocked.resolve();
    await end.promise;
  });
  await isLocked.promise;
  const deletion = call("POST", "/api/users/profile/delete", { token, json });
  await Bun.sleep(500);
  const watch = act(`${id}/watch`);
  await Bun.sleep(500);
  end.resolve();
  await lock;
  expect((await deletion).status).toBe(200);
  expect((await watch).status).toBe(409);
  expect(await owner`select user_id from user_watches where user_id = ${id}`).toEqual([]);
});
