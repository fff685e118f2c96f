import { asId, type UserId } from "@fairclick/core/ids";
import { generateCode } from "@fairclick/services/accounts/testing/generate-code";
import { SoftwarePasskey } from "@fairclick/services/accounts/testing/software-passkey";
import { requestInTx } from "@fairclick/services/money/refunds";
import { setAsideWithdrawal } from "@fairclick/services/money/request-withdrawal";
import { instantPayouts } from "@fairclick/services/testing/instant-payouts";
import { systemCtx } from "@fairclick/services/testing/system-ctx";
import { anonymiseUser } from "@fairclick/sql/accounts/archive";
import { withTx } from "@fairclick/sql/db/tx";
import { describe, expect, it } from "vitest";
import { campaignInput, deposit, earn, type Person } from "../testing/people";
import { HOUR_MS, openRecoveryWorld } from "../testing/recovery-world";

const { app, ann, bob, addToken, wait, ...world } = await openRecoveryWorld();
const { act, runJob, deliver, tokenFor } = world;
const { lockedOut, requestedWithoutMail, requested } = world;
const { call, db, clock, owner } = app;

const login = ({ email }: Person) =>
  call("POST", "/api/auth/login", { json: { email, password: "correct horse" } });
const factors = async ({ id }: Person) =>
  (await db.sql`select from totp_factors where user_id = ${id}`).count;
const meStatus = async (token: string) => (await call("GET", "/api/auth/me", { token })).status;

describe("a recovery", () => {
  it("removes the second factor after 72 hours and mails a link, once", async () => {
    const person = await requested();
    await db.sql`
      insert into passkeys (id, user_id, credential_id, public_key, counter, name, created_at)
      values (${crypto.randomUUID()}, ${person.id}, 'lost', '\\x01', 0, 'Lost phone', now())`;
    const open = await owner`
      select o.name as "requestedBy", r.due_at as "dueAt" from recoveries r
      join operators o on o.id = r.requested_by where r.user_id = ${person.id}`;
    expect([...open]).toEqual([
      { requestedBy: "Ann", dueAt: new Date(clock.at.getTime() + 72 * HOUR_MS) },
    ]);
    wait(71.9);
    expect([await runJob(), await factors(person)]).toEqual([0, 1]);
    wait(0.1);
    expect((await Promise.all([runJob(), runJob(), runJob()])).sort()).toEqual([0, 0, 1]);
    expect([await factors(person), await runJob()]).toEqual([0, 0]);
    const passkeys = await db.sql`select from passkeys where user_id = ${person.id}`;
    expect(passkeys.count).toBe(0);
    expect([await meStatus(person.token), (await login(person)).status]).toEqual([401, 401]);
    const token = await tokenFor(person, "/reset-password");
    const reset = await call("POST", "/api/auth/reset/password", {
      json: { token, password: "battery staple" },
    });
    expect(await meStatus(reset.json.data.token)).toBe(200);
    const audit = await owner<{ action: string }[]>`
      select action from audit_log where subject = ${`user:${person.id}`} and action like '%recovery'
      order by id`;
    expect(audit.map(({ action }) => action)).toEqual([
      "user.request_recovery",
      "user.finish_recovery",
    ]);
  });

  it("mails the operators what was decided, not what follows from it", async () => {
    const person = await requested();
    const key = { name: "A program", scopes: ["read"] };
    expect((await call("POST", "/api/keys", { token: person.token, json: key })).status).toBe(201);
    wait(72);
    expect(await runJob()).toBe(1);
    const mailed = await owner<{ action: string }[]>`
      select data ->> 'action' as action from notices
      where kind = 'operator.acted' and data ->> 'subject' = ${`user:${person.id}`} order by id`;
    expect(mailed.map(({ action }) => action)).toEqual(["user.request_recovery"]);
  });

  it("fails if the operator who requested it loses the token meanwhile", async () => {
    const person = await lockedOut();
    expect((await act(await addToken("Rita"), person)).status).toBe(200);
    await deliver();
    await owner`
      update operator_tokens set revoked_at = now()
      where operator_id = (select id from operators where name = 'Rita')`;
    wait(73);
    expect([await runJob(), await factors(person)]).toEqual([0, 1]);
  });

  it("needs its scope, and is open once per account", async () => {
    const person = await lockedOut();
    expect((await act(await addToken("Carl", ["users:write"]), person)).status).toBe(403);
    expect((await act(person.token, person)).status).toBe(401);
    const answers = await Promise.all([act(ann, person), act(bob, person), act(ann, person)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect((await act(ann, person, "cancel-recovery")).status).toBe(200);
  });
});

describe("the owner of an account", () => {
  const cancelled = async (person: Person) => {
    wait(80);
    expect([await runJob(), await factors(person)]).toEqual([0, 1]);
  };

  it("cancels by the link of the mail, once", async () => {
    const person = await requested();
    const json = { token: await tokenFor(person, "/cancel-recovery") };
    expect((await call("POST", "/api/auth/recovery/cancel", { json })).status).toBe(200);
    expect((await call("POST", "/api/auth/recovery/cancel", { json })).status).toBe(403);
    await cancelled(person);
  });

  it("cancels in the app, where the notice has no link of the mail", async () => {
    const person = await requested();
    const { token } = person;
    const { json } = await call("GET", "/api/notices", { token });
    const notice = json.data.find(
      ({ kind }: { kind: string }) => kind === "account.recovery_requested",
    );
    expect(notice.action.path).toBe("/cancel-recovery");
    const cancel = () => call("POST", "/api/auth/recovery/cancel-own", { token });
    expect([(await cancel()).status, (await cancel()).status]).toEqual([200, 409]);
    await cancelled(person);
  });

  it("cancels by signing in completely, not by the password alone", async () => {
    const person = await requested();
    const first = await login(person);
    const open = () => db.sql`
      select from recoveries where user_id = ${person.id} and cancelled_at is null`;
    expect([first.json.data, (await open()).count]).toEqual([{ secondFactor: true }, 1]);
    const cookie = first.headers.getSetCookie().find((each) => each.startsWith("fc_factor")) ?? "";
    const entered = await call("POST", "/api/auth/second-factor/session", {
      json: { code: generateCode(person.secret, clock.at) },
      headers: { cookie: cookie.split(";")[0] ?? "" },
    });
    expect([entered.status, (await open()).count]).toEqual([200, 0]);
    await cancelled(person);
  });

  it("cancels by signing in with a passkey, for which the password does not matter", async () => {
    const site = { origin: "https://app.test", rpId: "app.test" };
    const passkey = new SoftwarePasskey(site);
    const person = await lockedOut();
    const challenge = async (path: string, token: string | null) => {
      const { json, headers } = await call("POST", `/api/auth/passkeys/${path}`, { token });
      const cookie = headers.getSetCookie().find((each) => each.startsWith("fc_passkey=")) ?? "";
      const challenge: string = json.data.challenge;
      return { challenge, headers: { cookie: cookie.split(";")[0] ?? "" } };
    };
    const adding = await challenge("options", person.token);
    const added = await call("POST", "/api/auth/passkeys", {
      token: person.token,
      json: { name: "My laptop", credential: passkey.create(adding.challenge) },
      headers: adding.headers,
    });
    expect(added.status, added.text).toBe(200);
    await act(ann, person);
    const asked = await challenge("challenge", null);
    const json = { credential: passkey.sign(asked.challenge) };
    const signedIn = await call("POST", "/api/auth/passkeys/session", {
      ...{ json, headers: asked.headers },
    });
    expect(signedIn.status, signedIn.text).toBe(200);
    const [recovery] = await db.sql`
      select cancelled_by as "by" from recoveries where user_id = ${person.id}`;
    expect(recovery).toEqual({ by: "sign_in" });
    await cancelled(person);
  });

  it("gets a new waiting period after a cancelled request", async () => {
    const person = await requested();
    wait(70);
    await call("POST", "/api/auth/recovery/cancel-own", { token: person.token });
    expect((await act(ann, person)).status).toBe(200);
    await deliver();
    wait(71);
    expect([await runJob(), await factors(person)]).toEqual([0, 1]);
    expect((await act(ann, person, "cancel-recovery")).status).toBe(200);
  });

  it("is not recovered while suspended, under another address, or after the deletion", async () => {
    const [suspended, moved, deleted] = [await requested(), await requested(), await requested()];
    await db.sql`update users set suspended_at = now() where id = ${suspended.id}`;
    await db.sql`update users set email = 'moved@example.test' where id = ${moved.id}`;
    await withTx(db, (tx) =>
      anonymiseUser(tx, {
        ...{ userId: asId<UserId>(deleted.id), username: "deleted-1" },
        ...{ email: "deleted-1@deleted.invalid", at: clock.at },
      }),
    );
    wait(80);
    expect([await runJob(), await factors(suspended), await factors(moved)]).toEqual([0, 1, 1]);
    for (const person of [suspended, deleted]) expect((await act(ann, person)).status).toBe(409);
  });
});

const COOLDOWN =
  /^Operators just helped to open this account again\. Its money can be withdrawn, refunded or spent from 20\d\d-\d\d-\d\d \d\d:\d\d UTC\.$/;

it("keeps the money of a recovered account for 72 hours", async () => {
  const person = await requested();
  await deposit(app, person, 20);
  wait(73);
  expect(await runJob()).toBe(1);
  const userId = asId<UserId>(person.id);
  await db.sql`
    update users set stripe_account_id = 'acct_1', stripe_account_verified = true
    where id = ${userId}`;
  const ctx = systemCtx(db, () => clock.at);
  const withdraw = () =>
    withTx(db, (tx) =>
      setAsideWithdrawal(ctx, tx, {
        ...instantPayouts,
        ...{ userId, balanceMicros: 0n, amountCents: 1_000, sharedWithPayer: null },
      }),
    );
  const refund = () =>
    withTx(db, (tx) =>
      requestInTx(ctx, tx, { userId, requestId: crypto.randomUUID(), amountMicros: 1_000_000n }),
    );
  wait(71.9);
  await expect(withdraw()).rejects.toThrow(COOLDOWN);
  await expect(refund()).rejects.toThrow(COOLDOWN);
  wait(0.2);
  await expect(withdraw()).rejects.toThrow("Withdrawal amount cannot exceed your balance.");
  await expect(refund()).rejects.toThrow("At most $0.00 can go back");
});

it("spends no money of a recovered account for 72 hours", async () => {
  const person = await requested();
  let { token } = person;
  const post = (path: string, json?: unknown) => call("POST", path, { token, json });
  const endDate = new Date(clock.at.getTime() + 30 * 24 * HOUR_MS).toISOString().slice(0, 10);
  const create = () => post("/api/campaigns", campaignInput(app, { endDate }));
  const waiting = (await create()).json.data._id;
  await deposit(app, person, 15);
  const funded = (await create()).json.data._id;
  await deposit(app, person, 45);
  await earn(app, person, 5_000_000n);
  wait(73);
  expect(await runJob()).toBe(1);
  const reset = await call("POST", "/api/auth/reset/password", {
    json: { token: await tokenFor(person, "/reset-password"), password: "battery staple" },
  });
  token = reset.json.data.token;
  const spendings = {
    create,
    fund: () => post(`/api/campaigns/${waiting}/fund`),
    add: () => post(`/api/campaigns/${funded}/budget`, { amount: 15 }),
    spend: () => post("/api/wallet/spend-earnings", { amount: 5 }),
  };
  const balances = async () => [
    ...(await owner`select kind, balance_micros from ledger_accounts where owner_id is not null order by id`),
  ];
  const before = await balances();
  wait(71.9);
  for (const [name, spending] of Object.entries(spendings)) {
    const { status, json } = await spending();
    expect.soft([name, status, json.message]).toEqual([name, 409, expect.stringMatching(COOLDOWN)]);
  }
  expect(await balances()).toEqual(before);
  const unfunded = await post("/api/campaigns", campaignInput(app, { budget: 500 }));
  expect(unfunded.json.data.status).toBe("AWAITING_FUNDS");
  wait(0.2);
  for (const [name, spending] of Object.entries(spendings)) {
    const { status, text } = await spending();
    expect([name, status < 300 || text]).toEqual([name, true]);
  }
});

describe("an address that gets no mail", () => {
  const suppress = async ({ email }: Person) =>
    db.sql`
      insert into suppressed_addresses (address, reason, at)
      values (${email.toLowerCase()}, 'Mails come back.', ${clock.at})`;
  const release = ({ email }: Person) =>
    db.sql`delete from suppressed_addresses where address = ${email.toLowerCase()}`;
  const SUPPRESSED =
    /^Mails to the address of this account are stopped, so its owner would not hear of the recovery\./;

  it("keeps a recovery from being requested, also in a dry run", async () => {
    const person = await lockedOut();
    await suppress(person);
    for (const dryRun of [true, false]) {
      const json = { reason: "She called.", dryRun };
      const path = `/api/admin/users/${person.id}/recover`;
      const answer = await call("POST", path, { token: bob, json });
      expect([answer.status, answer.json.message]).toEqual([
        409,
        expect.stringMatching(SUPPRESSED),
      ]);
    }
    await release(person);
    expect((await act(bob, person)).status).toBe(200);
    expect((await act(ann, person, "cancel-recovery")).status).toBe(200);
  });

  it("keeps a recovery from being finished", async () => {
    const person = await requested();
    await tokenFor(person, "/cancel-recovery");
    await suppress(person);
    wait(73);
    expect([await runJob(), await factors(person)]).toEqual([0, 1]);
    await release(person);
    expect([await runJob(), await factors(person)]).toEqual([1, 0]);
  });

  it("keeps a recovery from being finished whose mail was not sent, though it gets mail again", async () => {
    const person = await requestedWithoutMail();
    await suppress(person);
    await expect(tokenFor(person, "/cancel-recovery")).rejects.toThrow("no mail");
    await release(person);
    wait(73);
    expect([await runJob(), await factors(person)]).toEqual([0, 1]);
  });
});

it("is not finished while the mail that lets the owner cancel is queued", async () => {
  const person = await requestedWithoutMail();
  wait(80);
  expect([await runJob(), await factors(person)]).toEqual([0, 1]);
  // A mail that is two days old is given up.
  await deliver();
  expect([await runJob(), await factors(person)]).toEqual([0, 1]);
});
