import { describe, expect, it } from "vitest";
import { agreement, campaignInput, deposit, launch } from "../testing/people";
import { createTestApp } from "../testing/test-app";

const app = await createTestApp();
const { call, clock, owner, addOperator } = app;
clock.at = new Date("2026-11-23T12:00:00Z");
const operator = await addOperator("Ann");
const { id: campaignId } = await launch(app);

let count = 0;
/** Registers by the bare call, with these fields added. */
async function register(fields: object = {}, cookie = "") {
  count += 1;
  const person = { username: `bare${count}`, email: `bare${count}@example.com` };
  const answer = await call("POST", "/api/auth/register", {
    json: { ...person, password: "correct horse", ...fields },
    headers: { cookie },
  });
  const { user, token = "" } = answer.json.data ?? {};
  return { ...answer, ...person, id: String(user?._id), token: String(token) };
}
const join = (token: string) => call("POST", `/api/campaigns/join/${campaignId}`, { token });
const accept = (token: string, json: object, cookie = "") =>
  call("POST", "/api/users/agreement", { token, json, headers: { cookie } });

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
      expect([status, json.code]).toEqual([403, "age_required"]);
    }
    expect((await accept(token, agreement)).status).toBe(200);
    expect((await join(token)).status).toBe(200);
    expect(
      await owner`select version, accepted_at from terms_acceptances where user_id = ${id}`,
    ).toMatchObject([{ version: 1, acceptedAt: clock.at }]);
  });

  it("is asked for the month of birth only, if it has accepted the terms", async () => {
    const { token } = await register({ termsVersion: 1 });
    expect((await join(token)).json.code).toBe("age_required");
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
    [{ termsVersion: 1, birthMonth: "2027-01" }, 422],
  ])("cannot accept %j", async (json, status) => {
    const { token } = await register();
    expect((await accept(token, json)).status).toBe(status);
  });
});

describe("a child younger than 13", () => {
  const young = { termsVersion: 1, birthMonth: "2013-11" };

  it("gets no account, and the browser is refused for a day", async () => {
    const refused = await register(young);
    expect([refused.status, refused.json.code]).toEqual([403, "age_refused"]);
    expect(await owner`select from users where email = ${refused.email}`).toHaveLength(0);
    const cookie = refused.headers.get("set-cookie") ?? "";
    expect(cookie).toMatch(/^fc_age=1; Max-Age=86400; Path=\/api; HttpOnly; SameSite=Strict$/);
    const again = await register(agreement, "fc_age=1");
    expect([again.status, again.json.code]).toEqual([403, "age_refused"]);
    const { token } = await register();
    expect((await accept(token, agreement, "fc_age=1")).json.code).toBe("age_refused");
  });

  it("is refused in an account that exists, which stores no month of birth", async () => {
    const { token, id } = await register();
    expect((await accept(token, young)).json.code).toBe("age_refused");
    expect(await owner`select birth_month from users where id = ${id}`).toEqual([
      { birthMonth: null },
    ]);
  });
});

describe("a minor of 13 to 17 years", () => {
  const minor = { termsVersion: 1, birthMonth: "2013-10" };

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
    const me = async (token: string) =>
      (await call("GET", "/api/auth/me", { token })).json.data.user;
    const person = await register(minor);
    expect(person.json.data.user.mustConfirmGuardian).toBe(true);
    expect((await me(person.token)).mustConfirmGuardian).toBe(true);
    const adult = await register(agreement);
    expect(await me(adult.token)).not.toHaveProperty("mustConfirmGuardian");
  });

  it("cannot become older by themselves; an operator corrects a mistake", async () => {
    const { token, id } = await register(minor);
    expect((await accept(token, agreement)).status).toBe(200);
    const withdraw = () => call("POST", "/api/stripe/withdraw", { token, json: { amount: 1_000 } });
    expect((await withdraw()).json.code).toBe("guardian_required");
    const correct = (json: object) =>
      call("POST", `/api/admin/users/${id}/set-birth`, { token: operator.token, json });
    const reason = "passport shown";
    expect((await correct({ month: "1999-13", reason })).status).toBe(422);
    const changed = await correct({ month: "1999-01", reason });
    expect(changed.json.data).toMatchObject({
      before: { birthMonth: "2013-10" },
      after: { birthMonth: "1999-01" },
    });
    expect((await withdraw()).json.code).not.toBe("guardian_required");
    expect((await call("POST", `/api/admin/users/${id}/set-birth`, { token })).status).toBe(401);
  });
});
