import { describe, expect, it } from "vitest";
import { type Person, register } from "../testing/people";
import { createTestApp } from "../testing/test-app";

const app = await createTestApp();
const { call, db, clock } = app;

const login = (person: Person, password = "correct horse", agent = "Test/1") =>
  call("POST", "/api/auth/login", {
    json: { email: person.email, password },
    headers: { "user-agent": agent },
  });
const statusOf = async (token: string) => (await call("GET", "/api/auth/me", { token })).status;
const sessionsOf = async (token: string) =>
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
      password: "correct horse",
      newPassword: "battery staple",
    });
    expect(answer.json).toEqual({
      status: "success",
      message: "Password changed. You are signed out everywhere else.",
    });
    expect(await statusOf(person.token)).toBe(200);
    expect(await statusOf(elsewhere)).toBe(401);
    expect((await login(person)).status).toBe(401);
    expect((await login(person, "battery staple")).status).toBe(200);
  });

  it.each(["wrong", "", null])("refuses the current password %j", async (password) => {
    const person = await register(app);
    const { status, json } = await change(person.token, {
      password,
      newPassword: "battery staple",
    });
    expect([status, json.code, json.message]).toEqual([
      403,
      "forbidden",
      "This is not your current password.",
    ]);
    expect(json.issues).toEqual([{ path: "password", message: json.message }]);
    expect((await login(person)).status).toBe(200);
  });

  it("refuses a common password", async () => {
    const { token } = await register(app);
    const { status, json } = await change(token, {
      password: "correct horse",
      newPassword: "Superman1",
    });
    expect([status, json.issues?.[0].path]).toEqual([422, "newPassword"]);
  });

  it("holds new passwords to the rules of a registration", async () => {
    const { token } = await register(app);
    const { status, json } = await change(token, {
      password: "correct horse",
      newPassword: "short",
    });
    expect([status, json.message]).toEqual([422, "Password must have at least 8 characters"]);
  });

  it("limits guesses from all addresses, and accepts the right password before", async () => {
    const person = await register(app);
    const guess = (password: string, ip: string) =>
      call("POST", "/api/auth/password", {
        token: person.token,
        json: { password, newPassword: "correct horse" },
        ip,
      });
    for (let n = 0; n < 19; n += 1) expect((await guess("wrong", `192.0.2.${n}`)).status).toBe(403);
    expect((await guess("correct horse", "192.0.2.77")).status).toBe(200);
    for (let n = 0; n < 20; n += 1) await guess("wrong", `192.0.2.${n}`);
    const stopped = await guess("correct horse", "192.0.2.99");
    expect([stopped.status, stopped.json.code]).toEqual([429, "rate_limited"]);
    expect(Number(stopped.headers.get("retry-after"))).toBeGreaterThan(0);
  });

  it("sets the first password of an account that has only Google, right after signing in", async () => {
    const start = clock.at;
    const person = await register(app);
    await onlyGoogle(person);
    clock.at = new Date(start.getTime() + 11 * 60_000);
    const json = { password: null, newPassword: "battery staple" };
    const late = await change(person.token, json);
    expect([late.status, late.json.message]).toEqual([
      403,
      "Please sign in with Google again first.",
    ]);
    clock.at = new Date(start.getTime() + 9 * 60_000);
    expect((await change(person.token, json)).status).toBe(200);
    clock.at = start;
    expect((await login(person, "battery staple")).status).toBe(200);
  });

  it("accepts one of two concurrent changes", async () => {
    const person = await register(app);
    const answers = await Promise.all(
      ["first secret", "second secret"].map((newPassword) =>
        change(person.token, { password: "correct horse", newPassword }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});

describe("GET /api/auth/sessions", () => {
  it("lists them with the current one marked, and without tokens", async () => {
    const person = await register(app);
    const { json } = await login(person, "correct horse", "Mozilla/5.0 (X11; Linux x86_64)");
    const sessions = await sessionsOf(json.data.token);
    expect(sessions).toHaveLength(2);
    expect(sessions.find((session: { current: boolean }) => session.current)).toEqual({
      _id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      userAgent: "Mozilla/5.0 (X11; Linux x86_64)",
      signedInAt: clock.at.toISOString(),
      lastUsedAt: clock.at.toISOString(),
      current: true,
    });
    const [row] = await db.sql`select encode(token_hash, 'hex') as hash from sessions
      where user_id = ${person.id}`;
    expect(JSON.stringify(sessions)).not.toContain(row?.hash);
  });

  it("does not list other users' sessions", async () => {
    await register(app);
    const person = await register(app);
    expect(await sessionsOf(person.token)).toHaveLength(1);
  });
});

describe("DELETE /api/auth/sessions/{id}", () => {
  it("ends only that session", async () => {
    const person = await register(app);
    const other = (await login(person)).json.data.token;
    const [{ _id }] = (await sessionsOf(other)).filter(
      (session: { current: boolean }) => !session.current,
    );
    const ended = await call("DELETE", `/api/auth/sessions/${_id}`, { token: other });
    expect(ended.status).toBe(200);
    expect([await statusOf(person.token), await statusOf(other)]).toEqual([401, 200]);
  });

  it("does not end another user's session", async () => {
    const [person, stranger] = [await register(app), await register(app)];
    const [{ _id }] = await sessionsOf(person.token);
    const answer = await call("DELETE", `/api/auth/sessions/${_id}`, { token: stranger.token });
    expect([answer.status, answer.json.message]).toEqual([404, "There is no such session."]);
    expect(await statusOf(person.token)).toBe(200);
  });
});

describe("DELETE /api/auth/sessions", () => {
  it("ends all sessions of the user, and no others", async () => {
    const [person, stranger] = [await register(app), await register(app)];
    const other = (await login(person)).json.data.token;
    const ended = await call("DELETE", "/api/auth/sessions", { token: person.token });
    expect(ended.json.message).toBe("Signed out everywhere.");
    expect([await statusOf(person.token), await statusOf(other)]).toEqual([401, 401]);
    expect(await statusOf(stranger.token)).toBe(200);
  });
});
