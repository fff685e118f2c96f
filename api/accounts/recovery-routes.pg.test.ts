import { answerResetRequests } from "@fairclick/services/accounts/mail-tokens";
import { deliverMail, type OutgoingMail } from "@fairclick/services/notices/deliver-mail";
import { systemCtx } from "@fairclick/services/testing/system-ctx";
import { beforeEach, describe, expect, it } from "vitest";
import { type Person, register } from "../testing/people";
import { createTestApp } from "../testing/test-app";

const mail = { smtpUrl: "smtp://unused", from: "mail@test.example", operatorAddresses: [] };
const app = await createTestApp({ config: { mail, appUrl: "https://app.test" } });
const { call, db, clock } = app;

let sent: OutgoingMail[] = [];
beforeEach(() => {
  sent = [];
});

/** Runs the job, with a mailbox in place of a mail server. */
async function deliver(): Promise<void> {
  const ctx = systemCtx(db, () => clock.at);
  await answerResetRequests(ctx);
  const mailer = {
    send: async (each: OutgoingMail) => {
      sent.push(each);
    },
    close: () => {},
  };
  await deliverMail({ ...ctx, mailer, appUrl: "https://app.test", operatorAddresses: [] });
}

function tokenIn(path: string, to?: string): string {
  const link = new RegExp(`https://app\\.test${path}#([\\w-]{43})`);
  const found = sent
    .filter((each) => to === undefined || each.to === to)
    .map(({ plainText }) => link.exec(plainText)?.[1])
    .findLast((token) => token !== undefined);
  if (found === undefined) throw new Error(`no mail with a link to ${path}`);
  return found;
}

/** A person with a confirmed address. */
async function confirmed(): Promise<Person> {
  const person = await register(app);
  await db.sql`update users set email_verified_at = now() where id = ${person.id}`;
  return person;
}

const post = (path: string, json: unknown, headers: Record<string, string> = {}) =>
  call("POST", `/api/auth/${path}`, { json, headers });
const login = (email: string, password: string, headers: Record<string, string> = {}) =>
  post("login", { email, password }, headers);
const meStatus = async (token: string) => (await call("GET", "/api/auth/me", { token })).status;
const waitMinutes = (minutes: number) => {
  clock.at = new Date(clock.at.getTime() + minutes * 60_000);
};
const EXPIRED = /^This link does not work any more/;

async function makeKey({ token }: Person): Promise<string> {
  const json = { name: "Key", scopes: ["read"] };
  return (await call("POST", "/api/keys", { token, json })).json.data.token;
}

async function resetToken(person: Person): Promise<string> {
  await post("reset", { email: person.email });
  await deliver();
  return tokenIn("/reset-password", person.email);
}

describe("a forgotten password", () => {
  it("is replaced by the link of a mail; everybody else is signed out", async () => {
    const person = await confirmed();
    const key = await makeKey(person);
    expect(await meStatus(key)).toBe(200);
    const token = await resetToken(person);
    const answer = await post("reset/password", { token, password: "battery staple" });
    expect(answer.status).toBe(200);
    expect(await meStatus(answer.json.data.token)).toBe(200);
    expect([await meStatus(person.token), await meStatus(key)]).toEqual([401, 401]);
    expect((await login(person.email, "correct horse")).status).toBe(401);
    expect((await login(person.email, "battery staple")).status).toBe(200);
  });

  it("tells the owner that it was changed", async () => {
    const person = await confirmed();
    await post("reset/password", { token: await resetToken(person), password: "battery staple" });
    await deliver();
    const subjects = sent.filter(({ to }) => to === person.email).map(({ subject }) => subject);
    expect(subjects).toContain("Your password was changed");
  });

  it("keeps the link usable after a password that is refused, and then accepts it once", async () => {
    const person = await confirmed();
    const token = await resetToken(person);
    expect((await post("reset/password", { token, password: "password123" })).status).toBe(422);
    expect((await post("reset/password", { token, password: "battery staple" })).status).toBe(200);
    const again = await post("reset/password", { token, password: "another staple" });
    expect([again.status, again.json.message]).toEqual([403, expect.stringMatching(EXPIRED)]);
    expect((await login(person.email, "battery staple")).status).toBe(200);
  });

  it("expires after an hour", async () => {
    const person = await confirmed();
    const token = await resetToken(person);
    waitMinutes(61);
    expect((await post("reset/password", { token, password: "battery staple" })).status).toBe(403);
  });

  it("does not work with a token of another purpose", async () => {
    const person = await register(app);
    await deliver();
    const token = tokenIn("/verify-email", person.email);
    expect((await post("reset/password", { token, password: "battery staple" })).status).toBe(403);
    expect((await post("verification/email", { token })).status).toBe(200);
  });

  it("does not work once the address was changed", async () => {
    const person = await confirmed();
    const token = await resetToken(person);
    await db.sql`update users set email = ${`new-${person.email}`} where id = ${person.id}`;
    expect((await post("reset/password", { token, password: "battery staple" })).status).toBe(403);
  });

  it("gives the account of an unconfirmed address to its owner, without a stranger's ways in", async () => {
    const person = await register(app);
    await db.sql`
      update users set stripe_account_id = ${`acct_${person.id}`}, stripe_account_verified = true
      where id = ${person.id}`;
    const key = await makeKey(person);
    const token = await resetToken(person);
    const answer = await post("reset/password", { token, password: "battery staple" });
    const { json } = await call("GET", "/api/notices", { token: answer.json.data.token });
    expect(json.data.map(({ title }: { title: string }) => title)).toContain(
      "This account is yours now",
    );
    const user = answer.json.data.user;
    expect(user).toMatchObject({ _id: person.id, stripeAccountVerified: false });
    expect([await meStatus(person.token), await meStatus(key)]).toEqual([401, 401]);
  });

  it("answers alike whether the address has an account or not", async () => {
    const person = await confirmed();
    const known = await post("reset", { email: person.email });
    const unknown = await post("reset", { email: "nobody-here@example.test" });
    expect([known.status, known.text]).toEqual([unknown.status, unknown.text]);
    const rows = await db.sql`select from one_time_tokens where purpose = 'request_reset'`;
    expect(rows.length).toBe(2);
    await deliver();
    expect(sent.map(({ to }) => to)).not.toContain("nobody-here@example.test");
  });

  it("reaches the owner while a stranger asks for mails to the same address", async () => {
    const person = await confirmed();
    const known = await login(person.email, "correct horse");
    const cookie = (known.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
    const ask = (path: string, own = "") =>
      call("POST", `/api/auth/${path}`, {
        json: { email: person.email },
        ip: "198.51.100.77",
        headers: { cookie: own },
      });
    for (let count = 0; count < 6; count += 1) await ask("reset");
    expect((await ask("reset")).status).toBe(429);
    expect((await ask("reset", cookie)).status).toBe(200);
    const other = await register(app);
    const strange = await login(other.email, "correct horse");
    const farmed = (strange.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
    expect((await ask("reset", farmed)).status).toBe(429);
  });

  it("cannot be used to flood a mailbox", async () => {
    const person = await confirmed();
    const answers = [];
    for (let count = 0; count < 8; count += 1) {
      answers.push(
        await call("POST", "/api/auth/reset", {
          json: { email: person.email },
          ip: `198.51.100.${count}`,
        }),
      );
    }
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429, 429, 429]);
    await deliver();
    const resets = sent.filter(
      ({ to, subject }) => to === person.email && subject === "Choose a new password",
    );
    expect(resets).toHaveLength(5);
  });

  it("links to the configured address, whatever host the request names", async () => {
    const person = await confirmed();
    await post(
      "reset",
      { email: person.email },
      { host: "evil.test", "x-forwarded-host": "evil.test" },
    );
    await deliver();
    expect(sent.at(-1)?.html).not.toContain("evil.test");
  });

  it.each([null, 1, "", "short", "a".repeat(43), "a".repeat(200)])(
    "refuses the token %j",
    async (token) => {
      const { status } = await post("reset/password", { token, password: "battery staple" });
      expect([403, 422]).toContain(status);
    },
  );
});

describe("an address", () => {
  const profile = async (token: string) =>
    (await call("GET", "/api/users/profile", { token })).json;

  it("is confirmed by the mail that is sent at sign-up", async () => {
    const person = await register(app);
    expect(await profile(person.token)).toMatchObject({ emailConfirmed: false });
    await deliver();
    const token = tokenIn("/verify-email", person.email);
    expect((await post("verification/email", { token })).status).toBe(200);
    expect(await profile(person.token)).toMatchObject({ emailConfirmed: true });
  });

  const changeTo = (person: Person, email: string) =>
    call("PUT", "/api/users/profile/email", {
      token: person.token,
      json: { email },
    });

  it("is replaced once the new one is confirmed, and the old one is told", async () => {
    const person = await confirmed();
    const email = `new-${person.email}`;
    expect((await changeTo(person, email)).status).toBe(200);
    expect(await profile(person.token)).toMatchObject({ email: person.email });
    await deliver();
    const token = tokenIn("/confirm-email", email);
    expect((await post("email", { token })).status).toBe(200);
    expect(await profile(person.token)).toMatchObject({ email, emailConfirmed: true });
    await deliver();
    expect(sent.findLast(({ to }) => to === person.email)?.subject).toBe(
      "Your email address was changed",
    );
  });

  it("cannot be used to flood somebody else's mailbox with confirmations", async () => {
    const person = await confirmed();
    const victim = `victim-${person.email}`;
    const answers = [];
    for (let count = 0; count < 7; count += 1) answers.push(await changeTo(person, victim));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429, 429]);
  });

  it("can be restored by the old address for a week, which ends every session", async () => {
    const person = await confirmed();
    const key = await makeKey(person);
    await changeTo(person, `thief-${person.email}`);
    await deliver();
    await post("email", { token: tokenIn("/confirm-email", `thief-${person.email}`) });
    await deliver();
    waitMinutes(6 * 24 * 60);
    const undo = await post("email/undo", { token: tokenIn("/undo-email", person.email) });
    expect(undo.status).toBe(200);
    expect([await meStatus(person.token), await meStatus(key)]).toEqual([401, 401]);
    const { token } = undo.json.data;
    const reset = await post("reset/password", { token, password: "battery staple" });
    expect(reset.json.data.user.email).toBe(person.email);
  });

  it.each([
    ["removes an app that a thief added just before", 0, false],
    ["keeps an app that the owner had for longer", 2, true],
  ])("restored, %s", async (_, daysBefore, asksForCode) => {
    const person = await confirmed();
    const start = await call("POST", "/api/auth/second-factor/totp", {
      token: person.token,
    });
    expect(start.status).toBe(200);
    await db.sql`
      update totp_factors set confirmed_at = ${new Date(clock.at.getTime() - daysBefore * 86_400_000)}
      where user_id = ${person.id}`;
    await changeTo(person, `thief-${person.email}`);
    await deliver();
    await post("email", { token: tokenIn("/confirm-email", `thief-${person.email}`) });
    await deliver();
    const undo = await post("email/undo", { token: tokenIn("/undo-email", person.email) });
    const { token } = undo.json.data;
    const reset = await post("reset/password", { token, password: "battery staple" });
    expect(reset.json.data.secondFactor ?? false).toBe(asksForCode);
  });

  it("stays as it is if another account has confirmed the new one meanwhile", async () => {
    const person = await confirmed();
    const email = `contested-${person.email}`;
    await changeTo(person, email);
    await deliver();
    const other = await confirmed();
    await db.sql`update users set email = ${email} where id = ${other.id}`;
    const { status } = await post("email", { token: tokenIn("/confirm-email", email) });
    expect(status).toBe(409);
    expect(await profile(person.token)).toMatchObject({ email: person.email });
  });
});

describe("a sign-in from a new device", () => {
  it("is reported, but not the first one nor a known device", async () => {
    const person = await confirmed();
    const first = await login(person.email, "correct horse", { "user-agent": "Firefox/140 Linux" });
    const cookie = first.headers.getSetCookie().find((each) => each.startsWith("fc_known"));
    await deliver();
    const before = sent.filter(({ subject }) => subject.startsWith("New sign-in")).length;
    await login(person.email, "correct horse", { cookie: cookie?.split(";")[0] ?? "" });
    await deliver();
    const known = sent.filter(({ subject }) => subject.startsWith("New sign-in")).length;
    expect(known).toBe(before);
    await login(person.email, "correct horse", { "user-agent": "Firefox/140 Windows" });
    await deliver();
    expect(sent.at(-1)?.plainText).toContain("Firefox on Windows");
  });
});
