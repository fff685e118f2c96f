import { asId, type UserId } from "@fairclick/core/ids";
import { generateCode } from "@fairclick/services/accounts/testing/generate-code";
import {
  type Forgery,
  SoftwarePasskey,
} from "@fairclick/services/accounts/testing/software-passkey";
import { hashToken, makeToken } from "@fairclick/services/accounts/token";
import { insertToken } from "@fairclick/sql/accounts/one-time-tokens";
import { beforeEach, describe, expect, it } from "vitest";
import { type Person, register } from "../testing/people";
import { createTestApp } from "../testing/test-app";

const app = await createTestApp({ config: { appUrl: "https://fairclick.test" } });
const { call, clock, db, owner } = app;
const site = { origin: "https://fairclick.test", rpId: "fairclick.test" };
const PATH = "/api/auth/passkeys";
const REFUSED = [403, "forbidden"];

const start = clock.at;
beforeEach(() => {
  clock.at = start;
});
const wait = (minutes: number) => {
  clock.at = new Date(clock.at.getTime() + minutes * 60_000);
};

type Challenge = { challenge: string; cookie: string };

async function request(path: string, token?: string): Promise<Challenge> {
  const { status, json, headers } = await call("POST", `${PATH}/${path}`, { token: token ?? null });
  expect(status).toBe(200);
  const cookie = headers.getSetCookie().find((text) => text.startsWith("fc_passkey=")) ?? "";
  expect(cookie).toMatch(/HttpOnly; Secure; SameSite=Strict/);
  return { challenge: json.data.challenge, cookie: cookie.split(";")[0] ?? "" };
}

async function send(path: string, json: unknown, { cookie, token }: Sent = {}) {
  const headers = cookie ? { cookie } : {};
  const answer = await call("POST", `${PATH}${path}`, { json, headers, token: token ?? null });
  return { ...answer, outcome: [answer.status, answer.json.code] };
}
type Sent = { cookie?: string; token?: string };

async function add({ token }: Person, passkey = new SoftwarePasskey(site), forgery?: Forgery) {
  const { challenge, cookie } = await request("options", token);
  const json = { name: "My laptop", credential: passkey.create(challenge, forgery) };
  return { passkey, answer: await send("", json, { cookie, token }) };
}

async function withPasskey() {
  const person = await register(app);
  const { passkey, answer } = await add(person);
  expect(answer.status).toBe(200);
  return { person, passkey };
}

async function signIn(passkey: SoftwarePasskey, forgery?: Forgery) {
  const { challenge, cookie } = await request("challenge");
  return send("/session", { credential: passkey.sign(challenge, forgery) }, { cookie });
}

const list = async ({ token }: Person) => (await call("GET", PATH, { token })).json.data;

describe("a passkey", () => {
  it("signs in without a password and without a code of the app, and is listed", async () => {
    const { person, passkey } = await withPasskey();
    const { token } = person;
    const { json } = await call("POST", "/api/auth/second-factor/totp", { token });
    const code = generateCode(json.data.secret, clock.at);
    await call("POST", "/api/auth/second-factor/totp/confirmation", { token, json: { code } });
    wait(20);
    const { status, json: signed } = await signIn(passkey);
    expect([status, signed.data.user._id]).toEqual([200, person.id]);
    expect((await call("GET", "/api/auth/me", { token: signed.data.token })).status).toBe(200);
    expect(await list(person)).toMatchObject([
      { name: "My laptop", lastUsedAt: clock.at.toISOString() },
    ]);
    expect(JSON.stringify(await list(person))).not.toContain(passkey.id);
  });

  it("proves the identity in its owner's session, and in no other account's", async () => {
    const { person, passkey } = await withPasskey();
    const stranger = await register(app);
    wait(11);
    const prove = async (token: string) => {
      const { challenge, cookie } = await request("challenge");
      return send("/proof", { credential: passkey.sign(challenge) }, { cookie, token });
    };
    const state = async ({ token }: Person) =>
      (await call("GET", "/api/auth/proof", { token })).json;
    expect((await prove(stranger.token)).outcome).toEqual(REFUSED);
    expect(await state(stranger)).toMatchObject({ recent: false, passkey: false });
    expect(await state(person)).toMatchObject({ recent: false, passkey: true });
    expect((await prove(person.token)).status).toBe(200);
    expect((await state(person)).recent).toBe(true);
  });

  it("is added and removed only with a fresh proof, and by its owner", async () => {
    const { person, passkey } = await withPasskey();
    const stranger = await register(app);
    const [{ _id: id }] = await list(person);
    const remove = ({ token }: Person) => call("DELETE", `${PATH}/${id}`, { token });
    expect((await remove(stranger)).status).toBe(404);
    wait(11);
    expect((await remove(person)).json.code).toBe("proof_required");
    const { token } = person;
    expect((await call("POST", `${PATH}/options`, { token })).json.code).toBe("proof_required");
    expect((await send("", {}, { token })).outcome[1]).toBe("proof_required");
    clock.at = start;
    expect((await remove(person)).status).toBe(200);
    expect((await signIn(passkey)).outcome).toEqual(REFUSED);
    expect(await list(person)).toEqual([]);
  });

  it("counts at most ten per account", async () => {
    const person = await register(app);
    for (let n = 0; n < 9; n += 1) expect((await add(person)).answer.status).toBe(200);
    const { challenge, cookie } = await request("options", person.token);
    expect((await add(person)).answer.status).toBe(200);
    const { status } = await call("POST", `${PATH}/options`, { token: person.token });
    expect(status).toBe(409);
    const credential = new SoftwarePasskey(site).create(challenge);
    const late = await send("", { name: "x", credential }, { cookie, token: person.token });
    expect(late.status).toBeGreaterThan(400);
    expect(await list(person)).toHaveLength(10);
  });
});

const forgeries: [string, Forgery][] = [
  ["of another origin", { origin: "https://fairclick.test.evil.example" }],
  ["for another site", { rpId: "evil.example" }],
  ["without a verified user", { verified: false }],
  ["of another challenge", { challenge: "Rk9vYmFyQmF6UXV4Q29yZ2VHcmF1bHRHYXJwbHlXYWw" }],
  ["of another kind", { type: "payment.get" }],
];

describe("attacks", () => {
  it.each(forgeries)("refuse a signature %s, in a sign-in and in a new passkey", async (_, lie) => {
    const { person, passkey } = await withPasskey();
    expect((await signIn(passkey, lie)).outcome).toEqual(REFUSED);
    expect((await signIn(passkey)).status).toBe(200);
    const { answer } = await add(person, new SoftwarePasskey(site), lie);
    expect(answer.outcome).toEqual(REFUSED);
    expect(await list(person)).toHaveLength(1);
  });

  it("refuse a replayed signature, and a challenge after a wrong one", async () => {
    const { passkey } = await withPasskey();
    const { challenge, cookie } = await request("challenge");
    const json = { credential: passkey.sign(challenge) };
    expect((await send("/session", json, { cookie })).status).toBe(200);
    expect((await send("/session", json, { cookie })).outcome).toEqual(REFUSED);
    const second = await request("challenge");
    const wrong = { credential: passkey.sign(second.challenge, { verified: false }) };
    expect((await send("/session", wrong, second)).outcome).toEqual(REFUSED);
    const right = { credential: passkey.sign(second.challenge) };
    expect((await send("/session", right, second)).outcome).toEqual(REFUSED);
  });

  it("refuse a challenge of another browser, of none, and after five minutes", async () => {
    const { person, passkey } = await withPasskey();
    const [mine, theirs] = [await request("challenge"), await request("challenge")];
    const json = { credential: passkey.sign(mine.challenge) };
    expect((await send("/session", json, theirs)).outcome).toEqual(REFUSED);
    expect((await send("/session", json)).outcome).toEqual(REFUSED);
    const creating = await request("options", person.token);
    wait(5.1);
    expect((await send("/session", json, mine)).outcome).toEqual(REFUSED);
    const credential = new SoftwarePasskey(site).create(creating.challenge);
    const { token } = person;
    const late = await send("", { name: "x", credential }, { cookie: creating.cookie, token });
    expect(late.outcome).toEqual(REFUSED);
  });

  it("refuse to add with another user's challenge, or with one of a sign-in", async () => {
    const [person, stranger] = [await register(app), await register(app)];
    const theirs = await request("options", stranger.token);
    const public_ = await request("challenge");
    for (const { challenge, cookie } of [theirs, public_]) {
      const credential = new SoftwarePasskey(site).create(challenge);
      const answer = await send("", { name: "x", credential }, { cookie, token: person.token });
      expect(answer.outcome).toEqual(REFUSED);
    }
    expect(await list(person)).toEqual([]);
  });

  it("refuse a passkey that this or another account has", async () => {
    const { person, passkey } = await withPasskey();
    const thief = await register(app);
    for (const somebody of [person, thief]) {
      expect((await add(somebody, passkey)).answer.outcome).toEqual([409, "conflict"]);
    }
    expect((await signIn(passkey)).json.data.user._id).toBe(person.id);
    const copied = new SoftwarePasskey(site);
    Object.assign(copied, { id: passkey.id });
    expect((await add(thief, copied)).answer.status).toBe(409);
    expect((await signIn(copied)).outcome).toEqual(REFUSED);
  });

  it("refuse another user's handle", async () => {
    const { passkey } = await withPasskey();
    const { id } = await register(app);
    const userHandle = Buffer.from(id).toString("base64url");
    expect((await signIn(passkey, { userHandle })).outcome).toEqual(REFUSED);
  });

  it("refuse a copied passkey whose counter did not rise; zero stays fine", async () => {
    const { passkey } = await withPasskey();
    expect((await signIn(passkey)).status).toBe(200);
    expect((await signIn(passkey, { counter: 7 })).status).toBe(200);
    for (const counter of [7, 6, 0]) {
      expect((await signIn(passkey, { counter })).outcome).toEqual(REFUSED);
    }
    expect((await signIn(passkey, { counter: 4_000_000_000 })).status).toBe(200);
  });

  it.each([
    [{ attestationObject: "gQ".repeat(3_000) }, 403],
    [{ attestationObject: "gYGB".repeat(2_000) }, 403],
    [{ attestationObject: "!" }, 422],
    [{ attestationObject: "A".repeat(8_001) }, 422],
    [{ clientDataJSON: "AAAA" }, 403],
  ])("refuse malformed input %#", async (change, status) => {
    const person = await register(app);
    const { challenge, cookie } = await request("options", person.token);
    const credential = new SoftwarePasskey(site).create(challenge);
    Object.assign(credential.response, change);
    const sent = { cookie, token: person.token };
    expect((await send("", { name: "x", credential }, sent)).status).toBe(status);
  });
});

describe("the owner takes the account back", () => {
  it.each([
    ["resets the password", "reset_password", "/api/auth/reset/password", true],
    ["confirms the address by a reset", "reset_password", "/api/auth/reset/password", false],
    ["undoes a change of the address", "undo_email", "/api/auth/email/undo", true],
  ] as const)(
    "and %s removes passkeys, unfinished ones too",
    async (_, purpose, path, verified) => {
      const { person, passkey } = await withPasskey();
      const { token, id, email } = person;
      const { challenge, cookie } = await request("options", token);
      if (verified) await owner`update users set email_verified_at = now() where id = ${id}`;
      const mailed = makeToken();
      await insertToken(db.sql, {
        ...{ userId: asId<UserId>(id), purpose, content: email },
        tokenHash: hashToken(mailed),
        expiresAt: new Date(clock.at.getTime() + 3_600_000),
      });
      const json = { token: mailed, password: "battery staple" };
      expect((await call("POST", path, { json })).status).toBe(200);
      expect((await signIn(passkey)).outcome).toEqual(REFUSED);
      const credential = new SoftwarePasskey(site).create(challenge);
      const next = await call("POST", "/api/auth/login", {
        json: { email, password: purpose === "undo_email" ? "correct horse" : json.password },
      });
      const late = { cookie, token: next.json.data.token };
      expect((await send("", { name: "x", credential }, late)).outcome).toEqual(REFUSED);
      const changes = await owner<{ change: string }[]>`
        select data ->> 'change' as change from notices
        where user_id = ${id} and data ->> 'change' like 'passkey%' order by id`;
      expect(changes.map(({ change }) => change)).toEqual(["passkey_added", "passkeys_removed"]);
    },
  );

  it("and deletes it: passkeys end too", async () => {
    const { person, passkey } = await withPasskey();
    const json = { giveUpWalletCents: 0, giveUpEarnings: true };
    const { token } = person;
    expect((await call("POST", "/api/users/profile/delete", { token, json })).status).toBe(200);
    expect((await signIn(passkey)).outcome).toEqual(REFUSED);
    expect(await owner`select from passkeys where user_id = ${person.id}`).toHaveLength(0);
  });
});
