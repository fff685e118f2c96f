import { costs } from "@fairclick/core/accounts/limits";
import { limitNetwork } from "@fairclick/services/accounts/limits";
import { describe, expect, it } from "vitest";
import { deposit, type Person, register } from "../testing/people";
import { type Answer, createTestApp } from "../testing/test-app";

const app = await createTestApp();
const { call, db, clock } = app;

const DAY_MS = 86_400_000;
const hex = (n: number) => n.toString(16);
const newcomer = (changes: Record<string, unknown> = {}) => ({
  username: `user-${crypto.randomUUID().slice(0, 8)}`,
  email: `${crypto.randomUUID()}@example.com`,
  password: "correct horse",
  ...changes,
});

describe("POST /api/auth/register", () => {
  it("creates an account and signs in", async () => {
    const input = newcomer({ email: "  Ada@Example.COM " });
    const { status, json } = await call("POST", "/api/auth/register", { json: input });
    expect(status).toBe(201);
    expect(json).toEqual({
      status: "success",
      message: "Account created successfully! Welcome to Fairclick.",
      data: {
        token: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
        user: {
          _id: expect.any(String),
          username: input.username,
          email: "ada@example.com",
          walletBalance: 0,
          stripeAccountVerified: false,
        },
      },
    });
    const accounts = await db.sql`
      select kind from ledger_accounts where owner_id = ${json.data.user._id} order by kind`;
    expect(accounts.map((row) => row.kind)).toEqual(["earnings", "in_transit", "wallet"]);
  });

  it("stores neither the password nor the token in plain text", async () => {
    const input = newcomer();
    const { json } = await call("POST", "/api/auth/register", { json: input });
    const [user] = await db.sql`select * from users where id = ${json.data.user._id}`;
    const [session] = await db.sql`select * from sessions where user_id = ${json.data.user._id}`;
    expect(user?.passwordHash).toMatch(/^\$argon2id\$/);
    const stored = JSON.stringify([user, Buffer.from(session?.tokenHash).toString("base64url")]);
    expect(stored).not.toContain(input.password);
    expect(stored).not.toContain(json.data.token);
  });

  it("accepts an email and a username once, in any case", async () => {
    const first = newcomer();
    await call("POST", "/api/auth/register", { json: first });
    const sameEmail = await call("POST", "/api/auth/register", {
      json: newcomer({ email: first.email.toUpperCase() }),
    });
    const sameName = await call("POST", "/api/auth/register", {
      json: newcomer({ username: first.username.toUpperCase() }),
    });
    expect([sameName.status, sameName.json.code, sameName.json.message]).toEqual([
      409,
      "conflict",
      "This username or e-mail address is already in use. Choose another username, or log in.",
    ]);
    expect([sameEmail.status, sameEmail.text]).toEqual([sameName.status, sameName.text]);
  });

  it.each(["password1", "PassWord1", "iloveyou1", "12345678"])(
    "refuses the common password %s",
    async (password) => {
      const { status, json } = await call("POST", "/api/auth/register", {
        json: newcomer({ password }),
      });
      const message =
        "Too many people use this password: it is easy to guess. Please choose another one.";
      expect([status, json.code, json.message]).toEqual([422, "validation", message]);
      expect(json.issues).toEqual([{ path: "password", message }]);
    },
  );

  it("registers an email once, even for concurrent requests", async () => {
    const email = `${crypto.randomUUID()}@example.com`;
    const answers = await Promise.all(
      Array.from({ length: 8 }, () =>
        call("POST", "/api/auth/register", { json: newcomer({ email }) }),
      ),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([
      201, 409, 409, 409, 409, 409, 409, 409,
    ]);
  });

  it.each([
    ["no username", { username: undefined }, "Username, email and password are required"],
    ["an empty e-mail", { email: "" }, "Username, email and password are required"],
    ["no e-mail address", { email: "ada" }, "Please enter a valid email address"],
    ["a short password", { password: "short" }, "Password must have at least 8 characters"],
    ["a filled hidden field", { website: "https://spam.example" }, "The request is not valid"],
  ])("refuses %s", async (_, change, message) => {
    const { status, json } = await call("POST", "/api/auth/register", { json: newcomer(change) });
    expect(status).toBe(422);
    expect(json).toMatchObject({ status: "error", code: "validation", message, error: message });
  });
});

describe("POST /api/auth/login", () => {
  it("signs in with the spec's words", async () => {
    const person = await register(app);
    const { status, json } = await call("POST", "/api/auth/login", {
      json: { email: person.email.toUpperCase(), password: "correct horse" },
    });
    expect(status).toBe(200);
    expect(json).toMatchObject({
      status: "success",
      message: "Login successful! Welcome back.",
      data: { user: { _id: person.id, email: person.email } },
    });
  });

  it("answers the same for a wrong email and a wrong password", async () => {
    const person = await register(app);
    const wrongPassword = await call("POST", "/api/auth/login", {
      json: { email: person.email, password: "wrong" },
    });
    const wrongEmail = await call("POST", "/api/auth/login", {
      json: { email: "nobody@example.com", password: "wrong" },
    });
    expect(wrongPassword.status).toBe(401);
    expect(wrongPassword.json.message).toBe("Invalid email or password");
    expect(wrongEmail.status).toBe(401);
    expect(wrongEmail.text).toBe(wrongPassword.text);
  });

  it.each([{}, { email: "", password: "" }, { email: "a@b.example" }])(
    "asks for what is missing in %j",
    async (json) => {
      const answer = await call("POST", "/api/auth/login", { json });
      expect(answer.status).toBe(422);
      expect(answer.json.message).toBe("Email and password are required");
    },
  );

  it("limits guesses at one account from all addresses", async () => {
    const person = await register(app);
    const guess = (ip: string, password = "wrong") =>
      call("POST", "/api/auth/login", { json: { email: person.email, password }, ip });
    for (let n = 0; n < 20; n += 1) expect((await guess(`192.0.2.${n}`)).status).toBe(401);
    const stopped = await guess("192.0.2.99", "correct horse");
    expect([stopped.status, stopped.json.code]).toEqual([429, "rate_limited"]);
    expect(Number(stopped.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(Number(stopped.headers.get("retry-after"))).toBeLessThanOrEqual(900);
    const other = await register(app);
    const unaffected = await call("POST", "/api/auth/login", {
      json: { email: other.email, password: "correct horse" },
    });
    expect(unaffected.status).toBe(200);
  });

  it("lets the owner in on a known device while a stranger guesses", async () => {
    const person = await register(app);
    const attempt = (password: string, cookie = "") =>
      call("POST", "/api/auth/login", {
        json: { email: person.email, password },
        headers: { cookie },
      });
    const readCookie = (answer: Answer) => (answer.headers.get("set-cookie") ?? "").split(";")[0];
    const own = readCookie(await attempt("correct horse"));
    const stranger = await register(app);
    const farmed = readCookie(
      await call("POST", "/api/auth/login", {
        json: { email: stranger.email, password: "correct horse" },
      }),
    );
    for (let n = 0; n < 20; n += 1) expect((await attempt("wrong", farmed)).status).toBe(401);
    const made = `fc_known=${"a".repeat(43)}`;
    for (const cookie of [farmed, made, "", `fc_known=${"x".repeat(5_000)}`])
      expect((await attempt("correct horse", cookie)).status).toBe(429);
    expect((await attempt("correct horse", own)).status).toBe(200);
    for (let n = 0; n < 20; n += 1) expect((await attempt("wrong", own)).status).toBe(401);
    expect((await attempt("correct horse", own)).status).toBe(429);
  });

  it("ignores a device token of another account", async () => {
    const [attacker, owner] = [await register(app), await register(app)];
    const login = (person: Person, cookie = "", password = "correct horse") =>
      call("POST", "/api/auth/login", {
        json: { email: person.email, password },
        headers: { cookie },
      });
    const planted = ((await login(attacker)).headers.get("set-cookie") ?? "").split(";")[0];
    const kept = (await login(owner, planted)).headers.get("set-cookie") ?? "";
    expect(kept).toMatch(
      /^fc_known=[\w-]{43}\.[\w-]{43}; .*Path=\/api\/auth; HttpOnly; SameSite=Strict$/,
    );
    for (let n = 0; n < 20; n += 1) await login(owner, planted, "wrong");
    expect((await login(owner, planted)).status).toBe(429);
    expect((await login(owner, kept.split(";")[0])).status).toBe(200);
  });

  it("forgets other devices when the password changes", async () => {
    const person = await register(app);
    const login = (password: string, cookie = "") =>
      call("POST", "/api/auth/login", {
        json: { email: person.email, password },
        headers: { cookie },
      });
    const other = ((await login("correct horse")).headers.get("set-cookie") ?? "").split(";")[0];
    await call("POST", "/api/auth/password", {
      token: person.token,
      json: { newPassword: "battery staple" },
    });
    for (let n = 0; n < 20; n += 1) await login("wrong");
    expect((await login("battery staple", other)).status).toBe(429);
  });

  it.each([
    { network: "2001:db8:56:100::/56", times: 2, inside: "2001:db8:56:1ff::1" },
    { network: "2001:db8:48::/48", times: 4, inside: "2001:db8:48:ff00::1" },
  ])(
    "stops an attacker who changes the /64 inside $network",
    async ({ network, times, inside }) => {
      const guess = (ip: string) =>
        call("POST", "/api/auth/login", {
          json: { email: "nobody@example.com", password: "wrong" },
          ip,
        });
      const { network: points } = costs.signIn;
      const [start] = network.split("::/");
      const addresses = Array.from({ length: points * times }, (_, n) =>
        times === 2
          ? `2001:db8:56:1${hex(n % 256).padStart(2, "0")}::${hex(n)}`
          : `${start}:${hex(n * 16)}::1`,
      );
      for (const ip of addresses) await limitNetwork(app.deps.limits, "signIn:network", ip);
      expect((await guess(inside)).status).toBe(429);
      expect((await guess("2001:db8:77::1")).status).toBe(401);
    },
  );

  it("resets the failed attempts after a successful login", async () => {
    const person = await register(app);
    const attempt = (password: string) =>
      call("POST", "/api/auth/login", { json: { email: person.email, password } });
    for (let round = 0; round < 3; round += 1) {
      for (let n = 0; n < 9; n += 1) await attempt("wrong");
      expect((await attempt("correct horse")).status).toBe(200);
    }
  });

  it("lets a whole class sign in from one address", async () => {
    const person = await register(app);
    const answers = await Promise.all(
      Array.from({ length: 15 }, () =>
        call("POST", "/api/auth/login", {
          json: { email: person.email, password: "correct horse" },
          ip: "198.51.100.7",
        }),
      ),
    );
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
  });
});

describe("GET /api/auth/me", () => {
  it("accepts both headers and returns the wallet balance", async () => {
    const person = await register(app);
    await deposit(app, person, 12.34);
    const bearer = await call("GET", "/api/auth/me", { token: person.token });
    const header = await call("GET", "/api/auth/me", { headers: { "x-auth-token": person.token } });
    expect(bearer.status).toBe(200);
    expect(bearer.json.data.user).toMatchObject({ _id: person.id, walletBalance: 12.34 });
    expect(header.json).toEqual(bearer.json);
    expect(bearer.headers.get("cache-control")).toBe("no-store");
  });

  it.each([
    [null, "Authentication failed"],
    ["nonsense", "Authentication failed"],
    ["a".repeat(43), "Your session has ended. Please log in again."],
    ["fco_".padEnd(47, "a"), "Authentication failed"],
    ["'; drop table users; --", "Authentication failed"],
  ])("refuses the token %j with %j", async (token, message) => {
    const { status, json } = await call("GET", "/api/auth/me", { token });
    expect([status, json.code, json.message]).toEqual([401, "unauthenticated", message]);
  });

  it("ends a session 30 days after its last day of use", async () => {
    const start = clock.at;
    const person = await register(app);
    const statusAfter = async (days: number) => {
      clock.at = new Date(start.getTime() + days * DAY_MS);
      return (await call("GET", "/api/auth/me", { token: person.token })).status;
    };
    expect(await statusAfter(29)).toBe(200);
    expect(await statusAfter(58.9)).toBe(200);
    expect(await statusAfter(89)).toBe(401);
    clock.at = start;
  });

  it("ends a session 180 days after its sign-in, even if it is used", async () => {
    const start = clock.at;
    const person = await register(app);
    const statusAfter = async (days: number) => {
      clock.at = new Date(start.getTime() + days * DAY_MS);
      return (await call("GET", "/api/auth/me", { token: person.token })).status;
    };
    for (let day = 25; day < 180; day += 25) expect(await statusAfter(day)).toBe(200);
    expect(await statusAfter(179.9)).toBe(200);
    const [shown] = (await call("GET", "/api/auth/sessions", { token: person.token })).json.data;
    expect(shown.lastUsedAt).toBe(new Date(start.getTime() + 179.9 * DAY_MS).toISOString());
    expect(await statusAfter(180)).toBe(401);
    clock.at = start;
  });

  it("writes a session at most once a day", async () => {
    const start = clock.at;
    const person = await register(app);
    const expiry = async () => {
      await call("GET", "/api/auth/me", { token: person.token });
      const [row] = await db.sql`select expires_at from sessions where user_id = ${person.id}`;
      return row?.expiresAt.getTime() - start.getTime();
    };
    clock.at = new Date(start.getTime() + DAY_MS / 2);
    expect(await expiry()).toBe(30 * DAY_MS);
    clock.at = new Date(start.getTime() + 2 * DAY_MS);
    expect(await expiry()).toBe(32 * DAY_MS);
    clock.at = start;
  });
});

describe("POST /api/auth/logout", () => {
  it("revokes only the token of the request", async () => {
    const person = await register(app);
    const { json } = await call("POST", "/api/auth/login", {
      json: { email: person.email, password: "correct horse" },
    });
    const out = await call("POST", "/api/auth/logout", { token: person.token });
    expect(out.status).toBe(200);
    expect((await call("GET", "/api/auth/me", { token: person.token })).status).toBe(401);
    expect((await call("GET", "/api/auth/me", { token: json.data.token })).status).toBe(200);
  });

  it("requires sign-in", async () => {
    expect((await call("POST", "/api/auth/logout")).status).toBe(401);
  });
});

it("lets a suspended user read and sign out, but change nothing", async () => {
  const person = await register(app);
  await db.sql`update users set suspended_at = now() where id = ${person.id}`;
  expect((await call("GET", "/api/auth/me", { token: person.token })).status).toBe(200);
  const change = await call("POST", "/api/campaigns", { token: person.token, json: {} });
  expect([change.status, change.json.code]).toEqual([403, "account_suspended"]);
  expect((await call("POST", "/api/auth/logout", { token: person.token })).status).toBe(200);
});
