import { targetLimits } from "@fairclick/core/accounts/limits";
import { generateCode } from "@fairclick/services/accounts/testing/generate-code";
import { beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { type Person, register } from "../testing/people";
import { createTestApp } from "../testing/test-app";

const app = await createTestApp();
const { call, db, clock } = app;

const PASSWORD = "correct horse";
const start = clock.at;
beforeEach(() => {
  clock.at = start;
});
const wait = (minutes: number) => {
  clock.at = new Date(clock.at.getTime() + minutes * 60_000);
};
const prove = (token: string, json: unknown, ip = "127.0.0.1") =>
  call("POST", "/api/auth/proof", { token, json, ip });
const readState = async (token: string) => (await call("GET", "/api/auth/proof", { token })).json;
/** A call that needs a proof, and changes nothing. */
const attempt = async (token: string) => {
  const json = { amount: 100 };
  const { status, json: said } = await call("POST", "/api/stripe/withdraw", { token, json });
  return [status, said.code];
};
const REFUSED = [403, "proof_required"];

async function withApp(): Promise<Person & { secret: string; recoveryCodes: string[] }> {
  const person = await register(app);
  const { token } = person;
  const { json } = await call("POST", "/api/auth/second-factor/totp", { token });
  const { secret } = json.data;
  const code = generateCode(secret, clock.at);
  const confirmation = "/api/auth/second-factor/totp/confirmation";
  const confirmed = await call("POST", confirmation, { token, json: { code } });
  return { ...person, secret, recoveryCodes: confirmed.json.data.recoveryCodes };
}

describe("calls that need a proof of identity", () => {
  it("are those that move money out or change how one signs in", async () => {
    const document = app.app.getOpenAPI31Document({
      openapi: "3.1.0",
      info: { title: "proofs", version: "1" },
    });
    const declared = z.object({ "x-access": z.string() });
    const found = Object.entries(document.paths ?? {}).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, operation]) =>
        declared.parse(operation)["x-access"] === "user:proof"
          ? [`${method.toUpperCase()} ${path}`]
          : [],
      ),
    );
    expect(found.sort()).toEqual([
      "DELETE /api/auth/google/connection",
      "DELETE /api/auth/passkeys/{id}",
      "POST /api/auth/passkeys",
      "POST /api/auth/passkeys/options",
      "POST /api/auth/password",
      "POST /api/auth/second-factor/recovery-codes",
      "POST /api/auth/second-factor/totp",
      "POST /api/auth/second-factor/totp/confirmation",
      "POST /api/auth/second-factor/totp/removal",
      "POST /api/keys",
      "POST /api/stripe/create-connect-account",
      "POST /api/stripe/refunds",
      "POST /api/stripe/withdraw",
      "POST /api/users/profile/archive",
      "POST /api/users/profile/delete",
      "POST /api/webhooks",
      "POST /api/webhooks/{id}/rotate",
      "PUT /api/users/profile/country",
      "PUT /api/users/profile/email",
      "PUT /api/webhooks/{id}",
    ]);
  });

  it("accept a sign-in of the last ten minutes, and no older one", async () => {
    const { token } = await register(app);
    wait(10);
    expect(await attempt(token)).not.toEqual(REFUSED);
    wait(0.1);
    expect(await attempt(token)).toEqual(REFUSED);
    expect(await readState(token)).toEqual({
      recent: false,
      password: true,
      totp: false,
      passkey: false,
      google: false,
    });
  });

  it("do nothing without a proof", async () => {
    const { token } = await register(app);
    wait(11);
    const json = { newPassword: "battery staple" };
    const { status, json: said } = await call("POST", "/api/auth/password", { token, json });
    expect([status, said.code]).toEqual(REFUSED);
    expect((await call("POST", "/api/users/profile/delete", { token, json: {} })).status).toBe(403);
    expect((await call("GET", "/api/auth/me", { token })).status).toBe(200);
  });

  it("keep SPEC's form of an error", async () => {
    const { token } = await register(app);
    wait(11);
    const { json } = await call("POST", "/api/stripe/withdraw", { token, json: { amount: 100 } });
    expect(json.error).toBe("Please confirm that it is you, and try again.");
  });
});

describe("POST /api/auth/proof", () => {
  it("accepts the password for ten minutes, in this session only", async () => {
    const person = await register(app);
    const { json } = await call("POST", "/api/auth/login", {
      json: { email: person.email, password: PASSWORD },
    });
    const elsewhere = json.data.token;
    wait(60);
    expect((await prove(person.token, { password: PASSWORD })).status).toBe(200);
    expect((await readState(person.token)).recent).toBe(true);
    expect(await attempt(elsewhere)).toEqual(REFUSED);
    wait(11);
    expect(await attempt(person.token)).toEqual(REFUSED);
  });

  it.each(["wrong", ""])("refuses the password %j", async (password) => {
    const { token } = await register(app);
    wait(11);
    const { status, json } = await prove(token, { password });
    expect([status, json.message]).toEqual([403, "This is not your current password."]);
    expect(json.issues).toEqual([{ path: "password", message: json.message }]);
    expect(await attempt(token)).toEqual(REFUSED);
  });

  it.each([{}, { password: null }, { code: "" }, { password: 1 }, []])(
    "refuses %j",
    async (json) => {
      const { token } = await register(app);
      expect((await prove(token, json)).status).toBe(422);
    },
  );

  it("limits guesses of the password from all addresses", async () => {
    const { token } = await register(app);
    const { points } = targetLimits.passwordSession;
    for (let n = 0; n < points; n += 1) {
      expect((await prove(token, { password: "wrong" }, `192.0.2.${n}`)).status).toBe(403);
    }
    const stopped = await prove(token, { password: PASSWORD }, "192.0.2.99");
    expect([stopped.status, stopped.json.code]).toEqual([429, "rate_limited"]);
  });

  it("accepts a code of the authenticator app once, and no code of another account", async () => {
    const [person, stranger] = [await withApp(), await withApp()];
    wait(11);
    const code = () => generateCode(person.secret, clock.at);
    const strange = generateCode(stranger.secret, clock.at);
    expect((await prove(person.token, { code: strange })).status).toBe(403);
    expect(await attempt(person.token)).toEqual(REFUSED);
    expect((await prove(person.token, { code: code() })).status).toBe(200);
    expect(await attempt(person.token)).not.toEqual(REFUSED);
    expect((await prove(person.token, { code: code() })).status).toBe(403);
  });

  it("refuses the password alone once there is a second factor", async () => {
    const { token, secret } = await withApp();
    wait(11);
    const { status, json } = await prove(token, { password: PASSWORD });
    expect([status, json.message]).toEqual([
      403,
      "Your account has a second factor: please enter a code of your authenticator app, or a recovery code.",
    ]);
    expect(await attempt(token)).toEqual(REFUSED);
    expect(await readState(token)).toMatchObject({ password: false, totp: true });
    expect((await prove(token, { code: generateCode(secret, clock.at) })).status).toBe(200);
  });

  it("accepts each recovery code once, for people without their phone", async () => {
    const [person, stranger] = [await withApp(), await withApp()];
    wait(11);
    const [code] = person.recoveryCodes;
    expect((await prove(stranger.token, { code })).status).toBe(403);
    expect((await prove(person.token, { code })).status).toBe(200);
    expect(await attempt(person.token)).not.toEqual(REFUSED);
    expect((await prove(person.token, { code })).status).toBe(403);
  });

  it("refuses the code of an app that was never confirmed", async () => {
    const { token } = await register(app);
    const { json } = await call("POST", "/api/auth/second-factor/totp", { token });
    wait(11);
    const code = generateCode(json.data.secret, clock.at);
    expect((await prove(token, { code })).status).toBe(403);
  });

  it("refuses every password where the account has none", async () => {
    const { id, token } = await register(app);
    await db.sql`update users set password_hash = null, google_subject = ${id} where id = ${id}`;
    wait(11);
    expect(await readState(token)).toMatchObject({ password: false, google: true });
    expect((await prove(token, { password: "" })).status).toBe(403);
  });
});
