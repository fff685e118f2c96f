import { withTx } from "@fairclick/sql/db/tx";
import { describe, expect, it } from "vitest";
import { startGoogleServer } from "../testing/google-server";
import {
  googleProfile,
  googleSettings,
  landed,
  openGoogleBrowser,
} from "../testing/google-sign-in";
import { register } from "../testing/people";
import { createTestApp } from "../testing/test-app";

const client = { id: "client", secret: "secret" };
const google = startGoogleServer(client);
const app = await createTestApp({
  config: {
    appUrl: "https://fair.example",
    google: googleSettings(client, google),
  },
});
const { call, db } = app;

const profile = googleProfile;

async function start(query = "") {
  const { status, headers } = await call("GET", `/api/auth/google${query}`);
  const cookie = headers.get("set-cookie") ?? "";
  return { status, url: new URL(headers.get("location") ?? ""), cookie };
}

async function finish(query: Record<string, string>, cookie: string) {
  const path = `/api/auth/google/callback?${new URLSearchParams(query)}`;
  return landed(await call("GET", path, { headers: { cookie: cookie.split(";")[0] ?? "" } }));
}

const visit = (claims: Record<string, unknown>, query = "") =>
  openGoogleBrowser(app, google).visit(claims, query);
const signIn = (claims: Record<string, unknown>) => openGoogleBrowser(app, google).signIn(claims);

const me = async (token: string | null) => call("GET", "/api/auth/me", { token });

describe("GET /api/auth/google", () => {
  it("redirects to Google with state and PKCE, kept in an HttpOnly cookie", async () => {
    const { status, url, cookie } = await start();
    expect(status).toBe(302);
    expect(url.origin + url.pathname).toBe("https://accounts.example/authorize");
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      client_id: "client",
      redirect_uri: "https://fair.example/api/auth/google/callback",
      response_type: "code",
      code_challenge_method: "S256",
      scope: "openid email profile",
    });
    expect(cookie).toMatch(/HttpOnly/);
    expect(cookie).toMatch(/SameSite=Lax/);
    expect(cookie).toMatch(/Secure/);
    expect(cookie).toMatch(/Max-Age=600/);
  });
});

describe("GET /api/auth/google/callback", () => {
  it("creates an account and returns a one-time code in the fragment", async () => {
    const claims = profile();
    const browser = openGoogleBrowser(app, google);
    const { status, page, fragment } = await browser.visit(claims);
    expect([status, page]).toEqual([302, "https://fair.example/login/token"]);
    const code = fragment.get("code");
    expect((await me(code)).status).toBe(401);
    const answer = await browser.send("POST", "/api/auth/google/session", { json: { code } });
    expect(answer.status).toBe(200);
    expect(answer.json).toMatchObject({
      status: "success",
      message: "Welcome!",
      data: {
        token: expect.stringMatching(/^[\w-]{43}$/),
        user: { email: claims.email, username: claims.name, walletBalance: 0 },
      },
    });
    expect((await me(answer.json.data.token)).status).toBe(200);
  });

  it("recognises a person, even with another email", async () => {
    const claims = profile();
    const first = await me(await signIn(claims));
    const changed = { ...claims, email: "new@gmail.com", email_verified: false };
    const again = await me(await signIn(changed));
    expect(again.json.data.user._id).toBe(first.json.data.user._id);
  });

  it("assigns different usernames to people with the same name", async () => {
    const name = `Twin ${crypto.randomUUID().slice(0, 8)}`;
    const names = [];
    for (let n = 0; n < 3; n += 1) {
      names.push((await me(await signIn(profile({ name })))).json.data.user.username);
    }
    expect(names).toEqual([name, `${name}2`, `${name}3`]);
  });

  it("joins an account by an email that Google verified, and ends its earlier access", async () => {
    const squatter = await register(app);
    const token = await signIn(profile({ email: squatter.email.toUpperCase() }));
    expect((await me(token)).json.data.user._id).toBe(squatter.id);
    expect((await me(squatter.token)).status).toBe(401);
    const password = await call("POST", "/api/auth/login", {
      json: { email: squatter.email, password: "correct horse" },
    });
    expect(password.status).toBe(401);
  });

  it("keeps the password of an account whose email was already verified", async () => {
    const person = await register(app);
    await db.sql`update users set email_verified_at = now() where id = ${person.id}`;
    await signIn(profile({ email: person.email }));
    expect((await me(person.token)).status).toBe(200);
  });

  it("does not join an account by an unverified email", async () => {
    const person = await register(app);
    const { page, fragment } = await visit(profile({ email: person.email, email_verified: false }));
    expect(page).toBe("https://fair.example/login?error=google_unverified");
    expect(fragment.get("code")).toBeNull();
    const [row] = await db.sql`select google_subject from users where id = ${person.id}`;
    expect(row?.googleSubject).toBeNull();
  });

  it("does not move an account to a second Google account", async () => {
    const claims = profile();
    await signIn(claims);
    const { page } = await visit(profile({ email: claims.email }));
    expect(page).toBe("https://fair.example/login?error=google");
  });

  it("returns only to pages of the app", async () => {
    for (const path of ["/app/campaigns/create", "/app/payments/success?session_id=cs_test_1"]) {
      const there = await visit(profile(), `?return=${encodeURIComponent(path)}`);
      expect(there.fragment.get("return")).toBe(path);
    }
    for (const path of [
      "https://evil.example",
      "//evil.example",
      "/app/../../evil",
      "/app/%0d%0ax",
      "/app/payments?next=//evil.example",
      "/app/payments#token=x",
    ]) {
      const elsewhere = await visit(profile(), `?return=${encodeURIComponent(path)}`);
      expect(elsewhere.fragment.get("return")).toBeNull();
    }
  });

  it("keeps the return page when Google fails", async () => {
    const { url, cookie } = await start("?return=/app/payments");
    const state = url.searchParams.get("state") ?? "";
    const { page } = await finish({ error: "access_denied", state }, cookie);
    expect(page).toBe("https://fair.example/login?error=google&next=%2Fapp%2Fpayments");
  });

  const failure = "https://fair.example/login?error=google";
  it.each([
    ["another browser's state", { state: "other" }],
    ["no code", { code: "" }],
    ["a code that Google does not know", { code: "made-up" }],
  ])("refuses %s", async (_, change) => {
    const { url, cookie } = await start();
    const query = {
      code: google.consent(url, profile()),
      state: url.searchParams.get("state") ?? "",
      ...change,
    };
    expect((await finish(query, cookie)).page).toBe(failure);
  });

  it("rejects a callback without an attempt, and a repeated one", async () => {
    const { url, cookie } = await start();
    const query = {
      code: google.consent(url, profile()),
      state: url.searchParams.get("state") ?? "",
    };
    expect((await finish(query, "")).page).toBe(failure);
    expect((await finish(query, cookie)).page).toBe("https://fair.example/login/token");
    expect((await finish(query, cookie)).page).toBe(failure);
  });

  it.each([
    ["made for another client", { aud: "other" }],
    ["expired", { exp: 1 }],
    ["without an e-mail", { email: undefined }],
  ])("refuses a token that is %s", async (_, change) => {
    expect((await visit(profile(change))).page).toBe(failure);
  });

  it("handles a rejection on the consent page", async () => {
    const { url, cookie } = await start();
    const query = { error: "access_denied", state: url.searchParams.get("state") ?? "" };
    expect((await finish(query, cookie)).page).toBe(failure);
  });
});

describe("POST /api/auth/google/session", () => {
  const exchange = (browser: ReturnType<typeof openGoogleBrowser>, code: string | null) =>
    browser.send("POST", "/api/auth/google/session", { json: { code } });
  const visited = async () => {
    const browser = openGoogleBrowser(app, google);
    const { fragment } = await browser.visit(profile());
    return { browser, code: fragment.get("code") };
  };
  const expired = "This sign-in has expired. Please sign in with Google again.";

  it("accepts a code once", async () => {
    const { browser, code } = await visited();
    const answers = await Promise.all([exchange(browser, code), exchange(browser, code)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
    expect((await exchange(browser, code)).json.message).toBe(expired);
  });

  it("rejects the code in another browser, and invalidates it", async () => {
    const { browser, code } = await visited();
    const other = await visited();
    expect((await exchange(openGoogleBrowser(app, google), code)).status).toBe(403);
    const again = await visited();
    expect((await exchange(other.browser, again.code)).status).toBe(403);
    expect((await exchange(browser, code)).status).toBe(403);
  });

  it("accepts a code for one minute", async () => {
    const start = app.clock.at;
    const [young, old] = [await visited(), await visited()];
    app.clock.at = new Date(start.getTime() + 59_999);
    expect((await exchange(young.browser, young.code)).status).toBe(200);
    app.clock.at = new Date(start.getTime() + 60_000);
    expect((await exchange(old.browser, old.code)).status).toBe(403);
    await visited();
    await visited();
    const [row] = await db.sql`
      select count(*)::int from one_time_tokens where expires_at <= ${app.clock.at}`;
    expect(row?.count).toBe(0);
    app.clock.at = start;
  });

  it.each(["nothing", "a".repeat(43), "'; drop table users; --"])(
    "refuses the code %j and ends no session",
    async (code) => {
      const person = await register(app);
      const answer = await call("POST", "/api/auth/google/session", {
        token: person.token,
        json: { code },
      });
      expect([answer.status, answer.json.message]).toEqual([403, expired]);
      expect((await me(person.token)).status).toBe(200);
    },
  );

  it("stores neither the code nor the browser's secret", async () => {
    const { code } = await visited();
    const rows = await db.sql`
      select encode(token_hash, 'base64') as code, encode(browser_hash, 'base64') as browser
      from one_time_tokens where purpose = 'google_code'`;
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.map(({ code }) => code.replaceAll("+", "-").replaceAll("/", "_"))).not.toContain(
      `${code}=`,
    );
  });

  it("rejects a squatter's code from before the owner signed in", async () => {
    const squatter = await register(app);
    const ownGoogle = profile();
    const browser = openGoogleBrowser(app, google);
    await db.sql`update users set google_subject = ${ownGoogle.sub} where id = ${squatter.id}`;
    const { fragment } = await browser.visit(ownGoogle);
    await signIn(profile({ email: squatter.email }));
    expect((await exchange(browser, fragment.get("code"))).status).toBe(403);
  });
});

it("opens no session if the owner removes the password concurrently", async () => {
  const squatter = await register(app);
  const login = withTx(db, async (tx) => {
    await tx`
      update users set password_hash = null, google_subject = ${squatter.id}
      where id = ${squatter.id}`;
    const answer = call("POST", "/api/auth/login", {
      json: { email: squatter.email, password: "correct horse" },
    });
    await Bun.sleep(500);
    return { answer };
  });
  expect((await (await login).answer).status).toBe(401);
});

describe("disconnecting Google", () => {
  const remove = (token: string) => call("DELETE", "/api/auth/google/connection", { token });
  const readProfile = async (token: string) =>
    (await call("GET", "/api/users/profile", { token })).json.google;

  it("is possible only if the account has a password", async () => {
    const person = await register(app);
    await db.sql`update users set email_verified_at = now() where id = ${person.id}`;
    const { page } = await visit(profile({ email: person.email }));
    expect(page).toBe("https://fair.example/login/token");
    expect(await readProfile(person.token)).toEqual({ available: true, connected: true });
    expect((await remove(person.token)).status).toBe(200);
    expect(await readProfile(person.token)).toMatchObject({ connected: false });
    expect((await remove(person.token)).json.message).toBe("No Google account is connected.");
    const onlyGoogle = await signIn(profile());
    const { status, json } = await remove(onlyGoogle);
    expect([status, json.message]).toEqual([
      409,
      "Set a password first: Google is your only way to sign in.",
    ]);
  });
});

describe("without Google's keys", async () => {
  const bare = await createTestApp();

  it("answers 503 to programs, and redirects people back", async () => {
    const program = await bare.call("GET", "/api/auth/google");
    expect([program.status, program.json.message]).toEqual([
      503,
      "Google sign-in is not configured on this server.",
    ]);
    const person = await bare.call("GET", "/api/auth/google", { headers: { accept: "text/html" } });
    expect(person.headers.get("location")).toMatch(/\/login\?error=google_unavailable$/);
  });
});
