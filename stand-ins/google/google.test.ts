import { createHash, randomBytes } from "node:crypto";
import { expect, onTestFinished, test } from "vitest";
import { createGoogleStandIn, type GoogleStandIn } from "./stand-in";

const redirectUri = "http://localhost:3000/api/auth/google/callback";

async function openStandIn(): Promise<GoogleStandIn> {
  const standIn = await createGoogleStandIn();
  onTestFinished(standIn.stop);
  return standIn;
}

/** Creates what a site prepares before it redirects the browser. */
function newRequest(standIn: GoogleStandIn, changes: Record<string, string> = {}) {
  const verifier = randomBytes(32).toString("base64url");
  const url = new URL(standIn.authorizationUrl);
  url.search = new URLSearchParams({
    response_type: "code",
    client_id: "client",
    redirect_uri: redirectUri,
    scope: "openid email profile",
    state: "state-1",
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
    ...changes,
  }).toString();
  return { url, verifier };
}

type Page = { status: number; text: string };

async function openPage(url: URL): Promise<Page> {
  const response = await fetch(url);
  return { status: response.status, text: await response.text() };
}

/** Submits the form with the named button, as a browser would, and returns the redirect. */
async function press(standIn: GoogleStandIn, { text }: Page, button: string): Promise<URL> {
  const forms = text.split("<form").slice(1);
  const form = forms.find((each) => each.includes(`${button}</button>`)) ?? "";
  const fields = new URLSearchParams();
  for (const [input] of form.matchAll(/<input[^>]*>/g)) {
    const [, name = ""] = input.match(/name="([^"]*)"/) ?? [];
    const [, value = ""] = input.match(/value="([^"]*)"/) ?? [];
    fields.append(name, value.replaceAll("&amp;", "&"));
  }
  const [, action = ""] = form.match(/action="([^"]*)"/) ?? [];
  const url = new URL(action, `http://127.0.0.1:${standIn.port}`);
  const isPost = form.includes('method="post"');
  if (!isPost) url.search = fields.toString();
  const post = { method: "POST", body: fields };
  const response = await fetch(url, { redirect: "manual", ...(isPost && post) });
  return new URL(response.headers.get("location") ?? "about:none");
}

async function exchange(standIn: GoogleStandIn, fields: Record<string, string>, secret = true) {
  const response = await fetch(standIn.tokenUrl, {
    method: "POST",
    headers: secret ? { authorization: `Basic ${btoa("client:secret")}` } : {},
    body: new URLSearchParams({
      grant_type: "authorization_code",
      redirect_uri: redirectUri,
      ...fields,
    }),
  });
  const body: Record<string, unknown> = Object(await response.json());
  return { status: response.status, body };
}

function claimsIn(token: unknown): Record<string, unknown> {
  const [, payload = ""] = String(token).split(".");
  return JSON.parse(Buffer.from(payload, "base64url").toString());
}

async function signIn(standIn: GoogleStandIn, button: string) {
  const { url, verifier } = newRequest(standIn);
  const back = await press(standIn, await openPage(url), button);
  const code = back.searchParams.get("code") ?? "";
  return { back, code, verifier };
}

test("a person chosen on the page returns as code and state, and then as claims", async () => {
  const standIn = await openStandIn();
  const { back, code, verifier } = await signIn(standIn, "Continue as Dana Developer");
  expect(back.origin + back.pathname).toBe(redirectUri);
  expect(back.searchParams.get("state")).toBe("state-1");
  const { status, body } = await exchange(standIn, { code, code_verifier: verifier });
  expect(status).toBe(200);
  expect(claimsIn(body.id_token)).toMatchObject({
    iss: "https://accounts.google.com",
    aud: "client",
    email: "dana.developer@example.com",
    email_verified: true,
    name: "Dana Developer",
    sub: expect.stringMatching(/^\d{21}$/),
  });
});

test("an unverified address is reported as unverified", async () => {
  const standIn = await openStandIn();
  const { code, verifier } = await signIn(standIn, "Continue as Una Unverified");
  const { body } = await exchange(standIn, { code, code_verifier: verifier });
  expect(claimsIn(body.id_token)).toMatchObject({ email_verified: false });
});

test("the form for another person yields that person, always with the same subject", async () => {
  const subjects = [];
  for (let time = 0; time < 2; time += 1) {
    const standIn = await openStandIn();
    const { url, verifier } = newRequest(standIn, { login_hint: "sam@example.com" });
    const back = await press(standIn, await openPage(url), "Continue as this person");
    const code = back.searchParams.get("code") ?? "";
    const { body } = await exchange(standIn, { code, code_verifier: verifier });
    const { email, name, sub } = claimsIn(body.id_token);
    expect([email, name]).toEqual(["sam@example.com", "Sam Example"]);
    subjects.push(sub);
  }
  expect(subjects[0]).toBe(subjects[1]);
});

test("two concurrent sign-ins stay separate", async () => {
  const standIn = await openStandIn();
  const dana = await signIn(standIn, "Continue as Dana Developer");
  const chris = await signIn(standIn, "Continue as Chris Creator");
  const names = await Promise.all(
    [dana, chris].map(async ({ code, verifier }) => {
      const { body } = await exchange(standIn, { code, code_verifier: verifier });
      return claimsIn(body.id_token).name;
    }),
  );
  expect(names).toEqual(["Dana Developer", "Chris Creator"]);
});

test("a person who cancels returns with access_denied and the state", async () => {
  const standIn = await openStandIn();
  const { back } = await signIn(standIn, "Cancel");
  expect(back.href).toBe(`${redirectUri}?error=access_denied&state=state-1`);
});

test.each([
  ["a used code", (code: string, verifier: string) => ({ code, code_verifier: verifier })],
  [
    "an unknown code",
    (_code: string, verifier: string) => ({ code: "x", code_verifier: verifier }),
  ],
  ["no verifier", (code: string) => ({ code })],
  ["a wrong verifier", (code: string) => ({ code, code_verifier: "w".repeat(43) })],
  [
    "another redirect address",
    (code: string, verifier: string) => ({
      code,
      code_verifier: verifier,
      redirect_uri: "http://localhost:3000/other",
    }),
  ],
  [
    "another grant",
    (code: string, verifier: string) => ({
      code,
      code_verifier: verifier,
      grant_type: "refresh_token",
    }),
  ],
])("an exchange with %s returns no token", async (name, fields) => {
  const standIn = await openStandIn();
  const { code, verifier } = await signIn(standIn, "Continue as Dana Developer");
  if (name === "a used code") {
    expect((await exchange(standIn, { code, code_verifier: verifier })).status).toBe(200);
  }
  const { status, body } = await exchange(standIn, fields(code, verifier));
  expect(status).toBe(400);
  expect(body).not.toHaveProperty("id_token");
});

test("an exchange by another client returns no token", async () => {
  const standIn = await openStandIn();
  const { code, verifier } = await signIn(standIn, "Continue as Dana Developer");
  const fields = { code, code_verifier: verifier, client_id: "thief" };
  expect((await exchange(standIn, fields, false)).status).toBe(401);
});

test.each([
  [{ response_type: "token" }, "response_type"],
  [{ redirect_uri: "javascript:alert(1)" }, "redirect_uri"],
  [{ scope: "email" }, "openid"],
  [{ client_id: "" }, "client_id"],
])("a request with %j is rejected on a page", async (changes, named) => {
  const standIn = await openStandIn();
  const page = await openPage(newRequest(standIn, changes).url);
  expect(page.status).toBe(400);
  expect(page.text).toContain(named);
});

test("parameters of a site are escaped", async () => {
  const standIn = await openStandIn();
  const page = await openPage(newRequest(standIn, { state: '"><script>alert(1)</script>' }).url);
  expect(page.text).not.toContain("<script>");
});

test("a request for the favicon is answered", async () => {
  const { authorizationUrl } = await openStandIn();
  expect((await fetch(new URL("/favicon.ico", authorizationUrl))).status).toBe(204);
});
