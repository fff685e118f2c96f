import { describe, expect, it } from "vitest";
import { agreement, campaignInput, deposit, launch } from "../testing/people";
import { createTestApp } from "../testing/test-app";

const app = await createTestApp();
const { call, clock, owner } = app;
clock.at = new Date("2026-11-23T12:00:00Z");
const { id: campaignId } = await launch(app);

let count = 0;
/** Registers by the bare call, with these fields added. */
async function register(fields: object = {}) {
  count += 1;
  const person = { username: `bare${count}`, email: `bare${count}@example.com` };
  const answer = await call("POST", "/api/auth/register", {
    json: { ...person, password: "correct horse", ...fields },
  });
  const { user, token = "" } = answer.json.data ?? {};
  return { ...answer, ...person, id: String(user?._id), token: String(token) };
}
const join = (token: string) => call("POST", `/api/campaigns/join/${campaignId}`, { token });
const accept = (token: string, json: object) =>
  call("POST", "/api/users/agreement", { token, json });

const gated = (token: string) => [
  join(token),
  call("POST", "/api/campaigns", { token, json: campaignInput(app) }),
  call("POST", "/api/stripe/create-checkout-session", { token, json: { amount: 1_000 } }),
  call("POST", "/api/stripe/create-connect-account", { token }),
  call("POST", "/api/stripe/withdraw", { token, json: { amount: 1_000 } }),
  call("POST", "/api/wallet/spend-earnings", {
    token,
    json: { amount: 100, requestId: crypto.randomUUID() },
  }),
];

describe("an account that was opened by the bare call", () => {
  it("is asked before it joins, funds or moves earnings, and then goes on", async () => {
    const { token, id } = await register();
    for (const { status, json } of await Promise.all(gated(token))) {
      expect([status, json.code]).toEqual([403, "terms_required"]);
    }
    expect((await accept(token, agreement)).status).toBe(200);
    expect((await join(token)).status).toBe(200);
    expect(
      await owner`select version, accepted_at from terms_acceptances where user_id = ${id}`,
    ).toMatchObject([{ version: 1, acceptedAt: clock.at }]);
  });

  it("is asked again for new terms", async () => {
    const { token, id } = await register(agreement);
    expect((await join(token)).status).toBe(200);
    await owner`delete from terms_acceptances where user_id = ${id}`;
    expect((await join(token)).json.code).toBe("terms_required");
    expect((await accept(token, { termsVersion: 1 })).status).toBe(200);
    expect((await join(token)).json.code).toBe("already_joined");
  });

  it.each([
    [{ termsVersion: 2 }, 409],
    [{ termsVersion: 1, isMinor: "no" }, 422],
  ])("cannot accept %j", async (json, status) => {
    const { token } = await register();
    expect((await accept(token, json)).status).toBe(status);
  });
});

describe("who says that they are under 18", () => {
  const minor = { termsVersion: 1, isMinor: true };
  const say = (token: string, isMinor: unknown) =>
    call("PUT", "/api/users/profile/minor", { token, json: { isMinor } });
  const me = async (token: string) => (await call("GET", "/api/auth/me", { token })).json.data.user;

  it("joins and pays, and is not paid before confirming that a guardian is", async () => {
    const person = await register(minor);
    const { token } = person;
    await deposit(app, { ...person }, 20);
    const [joined, launched, , onboarding, withdrawal] = await Promise.all(gated(token));
    expect([joined?.status, launched?.status]).toEqual([200, 201]);
    for (const refused of [onboarding, withdrawal]) {
      expect([refused?.status, refused?.json.code]).toEqual([403, "guardian_required"]);
    }
  });

  it("learns it with the account, not after the work; an adult hears nothing", async () => {
    const person = await register(minor);
    expect(person.json.data.user.mustConfirmGuardian).toBe(true);
    expect((await me(person.token)).mustConfirmGuardian).toBe(true);
    const adult = await register(agreement);
    expect(await me(adult.token)).not.toHaveProperty("mustConfirmGuardian");
  });

  it("stays under 18 when accepting terms without a word about it", async () => {
    const { token } = await register(minor);
    expect((await accept(token, agreement)).status).toBe(200);
    expect((await me(token)).mustConfirmGuardian).toBe(true);
  });

  it("can say it later, and take it back; the audit log keeps both", async () => {
    const { token, id } = await register(agreement);
    expect((await say(token, "yes")).status).toBe(422);
    for (const isMinor of [false, true, true, false]) {
      expect((await say(token, isMinor)).status).toBe(200);
    }
    expect(await me(token)).not.toHaveProperty("mustConfirmGuardian");
    const kept = await owner`
      select after ->> 'isMinor' as said from audit_log
      where action = 'user.change_age' and subject = ${`user:${id}`} order by id`;
    expect(kept.map(({ said }) => said)).toEqual(["true", "false"]);
    expect((await call("PUT", "/api/users/profile/minor", { json: {} })).status).toBe(401);
  });

  it("does not keep a guardian's confirmation by saying the contrary for a moment", async () => {
    const { token } = await register(minor);
    await call("POST", "/api/stripe/create-connect-account", {
      token,
      json: { guardianConfirmed: true },
    });
    expect(await me(token)).not.toHaveProperty("mustConfirmGuardian");
    await say(token, false);
    await say(token, true);
    expect((await me(token)).mustConfirmGuardian).toBe(true);
  });
});
