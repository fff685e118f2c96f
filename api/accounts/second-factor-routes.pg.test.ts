import { targetLimits } from "@fairclick/core/accounts/limits";
import { asId, type UserId } from "@fairclick/core/ids";
import { answerResetRequests } from "@fairclick/services/accounts/mail-tokens";
import { makeSignInCode } from "@fairclick/services/accounts/sign-in";
import { generateCode, secretBytes } from "@fairclick/services/accounts/testing/generate-code";
import { makeToken } from "@fairclick/services/accounts/token";
import { deliverMail } from "@fairclick/services/notices/deliver-mail";
import { systemCtx } from "@fairclick/services/testing/system-ctx";
import { withTx } from "@fairclick/sql/db/tx";
import { describe, expect, it } from "vitest";
import { type Person, register } from "../testing/people";
import { type Answer, createTestApp } from "../testing/test-app";

const mail = { smtpUrl: "smtp://unused", from: "mail@test.example", operatorAddresses: [] };
const app = await createTestApp({ config: { mail, appUrl: "https://app.test" } });
const { call, db, clock } = app;

const PASSWORD = "correct horse";
const post = (path: string, json: unknown, rest: { token?: string; cookie?: string } = {}) =>
  call("POST", `/api/auth/${path}`, {
    json,
    ...(rest.token ? { token: rest.token } : {}),
    ...(rest.cookie ? { headers: { cookie: rest.cookie } } : {}),
  });
const wait = (seconds: number) => {
  clock.at = new Date(clock.at.getTime() + seconds * 1_000);
};
const login = (person: Person, cookie?: string) =>
  post("login", { email: person.email, password: PASSWORD }, cookie ? { cookie } : {});
const readCookie = (answer: Answer, name: string) =>
  answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0] ?? "")
    .find((cookie) => cookie.startsWith(`${name}=`)) ?? "";
const makeCode = (secret: string, steps = 0) =>
  generateCode(secret, new Date(clock.at.getTime() + steps * 30_000));

type Protected = Person & { secret: string; recoveryCodes: string[] };

async function protectedPerson(): Promise<Protected> {
  const person = await register(app);
  const { token } = person;
  const start = await post("second-factor/totp", undefined, { token });
  const { secret } = start.json.data;
  const on = await post("second-factor/totp/confirmation", { code: makeCode(secret) }, { token });
  expect([start.status, on.status]).toEqual([200, 200]);
  wait(60);
  return { ...person, secret, recoveryCodes: on.json.data.recoveryCodes };
}

/** Enters the password and returns the cookie of the sign-in that waits for a code. */
async function pending(person: Person): Promise<string> {
  const answer = await login(person);
  expect(answer.json.data).toEqual({ secondFactor: true });
  return readCookie(answer, "fc_factor");
}
const enter = (code: string, cookie: string) => post("second-factor/session", { code }, { cookie });
const sessions = async ({ id }: Person) => {
  const [row] = await db.sql<{ count: number }[]>`
    select count(*)::int as count from sessions where user_id = ${id}`;
  return row?.count;
};

describe("signing in with an authenticator app", () => {
  it("opens a session only after password and code", async () => {
    const person = await protectedPerson();
    const first = await login(person);
    expect(first.json.data).toEqual({ secondFactor: true });
    expect(first.text).not.toContain(person.email);
    expect(first.headers.getSetCookie().join()).toMatch(
      /fc_factor=.*HttpOnly; Secure; SameSite=Strict/,
    );
    expect(await sessions(person)).toBe(1);
    const done = await enter(makeCode(person.secret), readCookie(first, "fc_factor"));
    expect(done.status).toBe(200);
    expect((await call("GET", "/api/auth/me", { token: done.json.data.token })).status).toBe(200);
  });

  it("needs the code on a known device too", async () => {
    const person = await protectedPerson();
    const done = await enter(makeCode(person.secret), await pending(person));
    const known = readCookie(done, "fc_known");
    expect(known).not.toBe("");
    expect((await login(person, known)).json.data).toEqual({ secondFactor: true });
  });

  it("accepts the codes of the steps before and after, and no others", async () => {
    const person = await protectedPerson();
    const cookie = await pending(person);
    for (const steps of [-2, 2]) {
      expect((await enter(makeCode(person.secret, steps), cookie)).status).toBe(403);
    }
    expect((await enter(makeCode(person.secret, -1), cookie)).status).toBe(200);
    expect((await enter(makeCode(person.secret, 1), await pending(person))).status).toBe(200);
  });

  it("accepts a code once, also in concurrent requests and after a later one", async () => {
    const person = await protectedPerson();
    const cookies = await Promise.all([1, 2, 3, 4].map(() => pending(person)));
    const code = makeCode(person.secret);
    const answers = await Promise.all(cookies.map((cookie) => enter(code, cookie)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403, 403, 403]);
    const earlier = await enter(makeCode(person.secret, -1), await pending(person));
    expect([earlier.status, earlier.json.issues[0].path]).toEqual([403, "code"]);
  });

  it("accepts a recovery code once, in any spelling, and tells the owner", async () => {
    const person = await protectedPerson();
    expect(new Set(person.recoveryCodes).size).toBe(10);
    const code = person.recoveryCodes[3] ?? "";
    expect(
      (await enter(code.toUpperCase().replaceAll("-", " "), await pending(person))).status,
    ).toBe(200);
    expect((await enter(code, await pending(person))).status).toBe(403);
    const notices = await call("GET", "/api/notices", { token: person.token });
    const texts = notices.json.data.map((each: { paragraphs: string[] }) => each.paragraphs[0]);
    expect(texts).toContainEqual(expect.stringMatching(/^9 of your recovery codes are left/));
  });

  it("refuses the code of another account", async () => {
    const [person, stranger] = [await protectedPerson(), await protectedPerson()];
    const cookie = await pending(person);
    expect((await enter(makeCode(stranger.secret), cookie)).status).toBe(403);
    expect((await enter(stranger.recoveryCodes[0] ?? "", cookie)).status).toBe(403);
  });

  it("expires after five minutes, and works once", async () => {
    const person = await protectedPerson();
    const cookie = await pending(person);
    wait(301);
    const late = await enter(makeCode(person.secret), cookie);
    expect(late.json.message).toBe("This sign-in has expired. Please log in again.");
    const other = await pending(person);
    expect((await enter(makeCode(person.secret), other)).status).toBe(200);
    wait(30);
    expect((await enter(makeCode(person.secret), other)).json.message).toBe(late.json.message);
  });

  it("does not work without the cookie, or with a session in its place", async () => {
    const person = await protectedPerson();
    await pending(person);
    const code = makeCode(person.secret);
    for (const cookie of ["", "fc_factor=", `fc_factor=${person.token}`, "fc_factor=%00"]) {
      expect((await enter(code, cookie)).status).toBe(403);
    }
  });

  it("ends with a change of the password", async () => {
    const person = await protectedPerson();
    const cookie = await pending(person);
    const json = { newPassword: "battery staple" };
    expect((await post("password", json, { token: person.token })).status).toBe(200);
    expect((await enter(makeCode(person.secret), cookie)).status).toBe(403);
  });

  /** What somebody who knows the password can do. */
  async function guessAll(person: Person): Promise<void> {
    for (let guess = 0; guess < targetLimits.factorAccount.points; guess += 1) {
      expect((await enter("000000", await pending(person))).status).toBe(403);
    }
  }

  it("limits guesses per account, over all sign-ins that wait", async () => {
    const person = await protectedPerson();
    await guessAll(person);
    expect((await enter(makeCode(person.secret), await pending(person))).status).toBe(429);
  });

  it("lets the owner in on a known device while a stranger guesses", async () => {
    const person = await protectedPerson();
    const done = await enter(makeCode(person.secret), await pending(person));
    const known = readCookie(done, "fc_known");
    wait(60);
    await guessAll(person);
    const code = makeCode(person.secret);
    expect((await enter(code, await pending(person))).status).toBe(429);
    expect((await enter(code, `${await pending(person)}; ${known}`)).status).toBe(200);
  });

  it("never refuses the right recovery code, and proves its owner, while a stranger guesses", async () => {
    const person = await protectedPerson();
    await guessAll(person);
    wait(11 * 60);
    const code = makeCode(person.secret);
    expect((await post("proof", { code }, { token: person.token })).status).toBe(200);
    for (let guess = 0; guess < 12; guess += 1) {
      expect((await enter("wrong-reco-very-code", await pending(person))).status).toBe(403);
    }
    const [recovery = ""] = person.recoveryCodes;
    expect((await enter(recovery, await pending(person))).status).toBe(200);
  });
});

describe("other ways into an account with an authenticator app", () => {
  async function mailedToken(person: Person, path: string): Promise<string> {
    let text = "";
    const ctx = systemCtx(db, () => clock.at);
    await answerResetRequests(ctx);
    await deliverMail({
      ...ctx,
      mailer: {
        send: async ({ to, plainText }) => {
          if (to === person.email) text += plainText;
        },
        close: () => {},
      },
      appUrl: "https://app.test",
      operatorAddresses: [],
    });
    return new RegExp(`${path}#([\\w-]{43})`).exec(text)?.[1] ?? "";
  }

  it("a reset needs the code", async () => {
    const person = await protectedPerson();
    await db.sql`update users set email_verified_at = now() where id = ${person.id}`;
    await post("reset", { email: person.email });
    const token = await mailedToken(person, "/reset-password");
    const answer = await post("reset/password", { token, password: "battery staple" });
    expect([answer.status, answer.json.data]).toEqual([200, { secondFactor: true }]);
    const done = await enter(makeCode(person.secret), readCookie(answer, "fc_factor"));
    expect(done.json.data.user.email).toBe(person.email);
  });

  it("an owner who takes over an unconfirmed address is not locked out by a stranger's app", async () => {
    const person = await protectedPerson();
    await post("reset", { email: person.email });
    const token = await mailedToken(person, "/reset-password");
    const answer = await post("reset/password", { token, password: "battery staple" });
    expect(answer.json.data.user.email).toBe(person.email);
  });

  it("Google needs the code", async () => {
    const person = await protectedPerson();
    const browser = makeToken();
    const userId = asId<UserId>(person.id);
    const code = await withTx(db, (tx) => makeSignInCode(tx, { userId, browser, at: clock.at }));
    const answer = await post(
      "google/session",
      { code },
      { cookie: `fc_google_return=${browser}` },
    );
    expect([answer.status, answer.json.data]).toEqual([200, { secondFactor: true }]);
  });
});

describe("turning the authenticator app on and off", () => {
  const start = (person: Person) => post("second-factor/totp", undefined, { token: person.token });
  const confirm = (person: Person, code: string) =>
    post("second-factor/totp/confirmation", { code }, { token: person.token });

  it("needs a code before it counts", async () => {
    const person = await register(app);
    expect((await confirm(person, "000000")).status).toBe(409);
    const { secret, uri } = (await start(person)).json.data;
    expect(uri).toContain(`secret=${secret}`);
    expect((await login(person)).json.data.token).toBeDefined();
    expect((await confirm(person, "abc")).status).toBe(403);
    expect((await confirm(person, makeCode(secret))).status).toBe(200);
    expect((await login(person)).json.data).toEqual({ secondFactor: true });
  });

  it("does not replace an app that is in use", async () => {
    const person = await protectedPerson();
    expect((await start(person)).status).toBe(409);
    expect((await enter(makeCode(person.secret), await pending(person))).status).toBe(200);
  });

  it("refuses to confirm a secret that is older than an hour", async () => {
    const person = await register(app);
    const { secret } = (await start(person)).json.data;
    wait(3_601);
    await post("proof", { password: PASSWORD }, { token: person.token });
    expect((await confirm(person, makeCode(secret))).status).toBe(409);
  });

  it("stores neither the secret nor the recovery codes in clear text", async () => {
    const person = await protectedPerson();
    const [totp] = await db.sql<{ sealed: Uint8Array }[]>`
      select sealed_secret as sealed from totp_factors where user_id = ${person.id}`;
    const plain = Buffer.from(secretBytes(person.secret)).toString("hex");
    expect(Buffer.from(totp?.sealed ?? []).toString("hex")).not.toContain(plain);
  });

  it.each(["totp/removal", "recovery-codes"])("%s needs a code", async (path) => {
    const person = await protectedPerson();
    const send = (code: string) => post(`second-factor/${path}`, { code }, { token: person.token });
    expect((await send("000000")).status).toBe(403);
    const answer = await send(makeCode(person.secret));
    expect(answer.status).toBe(200);
    if (path === "totp/removal") {
      expect((await login(person)).json.data.token).toBeDefined();
      return;
    }
    expect((await enter(person.recoveryCodes[0] ?? "", await pending(person))).status).toBe(403);
    const renewed = answer.json.data.recoveryCodes[0];
    expect((await enter(renewed, await pending(person))).status).toBe(200);
  });

  it("shows the state in the profile", async () => {
    const person = await protectedPerson();
    const { json } = await call("GET", "/api/users/profile", { token: person.token });
    expect(json.secondFactor).toEqual({ on: true, recoveryCodes: 10 });
  });
});
