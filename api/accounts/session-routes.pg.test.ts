import { withTx } from "@fairclick/sql/db/tx";
import { describe, expect, it } from "vitest";
import { type Person, register } from "../testing/people";
import { createTestApp } from "../testing/test-app";

const findCountry = async (ip: string) => (ip === "192.0.2.1" ? "DE" : null);
const app = await createTestApp({
  deps: () => ({ places: { findCountry } }),
});
const { call, db, owner, clock } = app;

const login = (person: Person, password = "correct horse", agent = "Test/1") =>
  call("POST", "/api/auth/login", {
    json: { email: person.email, password },
    headers: { "user-agent": agent },
  });
const readStatus = async (token: string) => (await call("GET", "/api/auth/me", { token })).status;
const listSessions = async (token: string) =>
  (await call("GET", "/api/auth/sessions", { token })).json.data;
const change = (token: string, json: Record<string, unknown>) =>
  call("POST", "/api/auth/password", { token, json });

async function onlyGoogle(person: Person): Promise<void> {
  await db.sql`update users set password_hash = null, google_subject = ${person.id}
    where id = ${person.id}`;
}

describe("POST /api/auth/password", () => {
  it("sets a new password and ends every other session", async () => {
    const person = await register(app);
    const elsewhere = (await login(person)).json.data.token;
    const answer = await change(person.token, {
      newPassword: "battery staple",
    });
    expect(answer.json).toEqual({
      status: "success",
      message: "Password changed. You are signed out everywhere else.",
    });
    expect(await readStatus(person.token)).toBe(200);
    expect(await readStatus(elsewhere)).toBe(401);
    expect((await login(person)).status).toBe(401);
    expect((await login(person, "battery staple")).status).toBe(200);
  });

  it("refuses a common password", async () => {
    const { token } = await register(app);
    const { status, json } = await change(token, {
      newPassword: "Superman1",
    });
    expect([status, json.issues?.[0].path]).toEqual([422, "newPassword"]);
  });

  it("holds new passwords to the rules of a registration", async () => {
    const { token } = await register(app);
    const { status, json } = await change(token, {
      newPassword: "short",
    });
    expect([status, json.message]).toEqual([422, "Password must have at least 8 characters"]);
  });

  it("sets the first password of an account that has only Google", async () => {
    const person = await register(app);
    await onlyGoogle(person);
    expect((await change(person.token, { newPassword: "battery staple" })).status).toBe(200);
    expect((await login(person, "battery staple")).status).toBe(200);
  });

  it("accepts one of two concurrent changes", async () => {
    const person = await register(app);
    // One waits for the row's lock, the other for its turn: both have read the old password.
    const countWaiting = async () =>
      (
        await owner`select from pg_locks waits where not granted and (
          relation = 'users'::regclass and database = (
            select oid from pg_database where datname = current_database())
          or exists (select from pg_locks held where held.granted
            and held.transactionid = waits.transactionid and held.pid in (
              select pid from pg_locks where relation = 'users'::regclass and mode = 'RowShareLock')))`
      ).count;
    const changing = await withTx(db, async (tx) => {
      await tx`select from users where id = ${person.id} for no key update`;
      const both = ["first secret", "second secret"].map((newPassword) =>
        change(person.token, { newPassword }),
      );
      await expect.poll(countWaiting).toBe(2);
      return both;
    });
    const answers = await Promise.all(changing);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});

describe("GET /api/auth/sessions", () => {
  it("lists them with the current one marked, and without tokens", async () => {
    const person = await register(app);
    const { json } = await login(person, "correct horse", "Mozilla/5.0 (X11; Linux x86_64)");
    const sessions = await listSessions(json.data.token);
    expect(sessions).toHaveLength(2);
    expect(sessions.find((session: { current: boolean }) => session.current)).toEqual({
      _id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      userAgent: "Mozilla/5.0 (X11; Linux x86_64)",
      country: null,
      signedInAt: clock.at.toISOString(),
      lastUsedAt: clock.at.toISOString(),
      current: true,
    });
    const [row] = await db.sql`select encode(token_hash, 'hex') as hash from sessions
      where user_id = ${person.id}`;
    expect(JSON.stringify(sessions)).not.toContain(row?.hash);
  });

  it("names the country of each sign-in, as the notice of a new device does", async () => {
    const person = await register(app);
    await call("POST", "/api/auth/login", {
      json: { email: person.email, password: "correct horse" },
      ip: "192.0.2.1",
    });
    await login(person);
    const countries = (await listSessions(person.token)).map(
      ({ country }: { country: string | null }) => country,
    );
    expect(countries.sort()).toEqual(["DE", null, null]);
    const { json } = await call("GET", "/api/notices", { token: person.token });
    const texts = json.data.map(({ paragraphs }: { paragraphs: string[] }) => paragraphs[0]);
    expect(texts).toEqual([
      expect.stringContaining("(unknown place)"),
      expect.stringContaining("(Germany)"),
    ]);
  });

  it("does not list other users' sessions", async () => {
    await register(app);
    const person = await register(app);
    expect(await listSessions(person.token)).toHaveLength(1);
  });
});

describe("DELETE /api/auth/sessions/{id}", () => {
  it("ends only that session", async () => {
    const person = await register(app);
    const other = (await login(person)).json.data.token;
    const [{ _id }] = (await listSessions(other)).filter(
      (session: { current: boolean }) => !session.current,
    );
    const ended = await call("DELETE", `/api/auth/sessions/${_id}`, { token: other });
    expect(ended.status).toBe(200);
    expect([await readStatus(person.token), await readStatus(other)]).toEqual([401, 200]);
  });

  it("does not end another user's session", async () => {
    const [person, stranger] = [await register(app), await register(app)];
    const [{ _id }] = await listSessions(person.token);
    const answer = await call("DELETE", `/api/auth/sessions/${_id}`, { token: stranger.token });
    expect([answer.status, answer.json.message]).toEqual([404, "There is no such session."]);
    expect(await readStatus(person.token)).toBe(200);
  });
});

describe("DELETE /api/auth/sessions", () => {
  it("ends all sessions of the user, and no others", async () => {
    const [person, stranger] = [await register(app), await register(app)];
    const other = (await login(person)).json.data.token;
    const ended = await call("DELETE", "/api/auth/sessions", { token: person.token });
    expect(ended.json.message).toBe("Signed out everywhere.");
    expect([await readStatus(person.token), await readStatus(other)]).toEqual([401, 401]);
    expect(await readStatus(stranger.token)).toBe(200);
  });
});
