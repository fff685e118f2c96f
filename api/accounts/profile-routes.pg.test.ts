import { addPendingClicks } from "@fairclick/services/testing/marketplace";
import { describe, expect, it } from "vitest";
import { campaignInput, deposit, earn, launch, type Person, register } from "../testing/people";
import { createTestApp } from "../testing/test-app";

const app = await createTestApp();
const { call, db, owner, clock } = app;

const DAY_MS = 86_400_000;
const password = "correct horse";
const readProfile = async ({ token }: Person) =>
  (await call("GET", "/api/users/profile", { token })).json;
const nothing = { giveUpWalletCents: 0, giveUpEarnings: false };
const remove = ({ token }: Person, json: unknown = nothing) =>
  call("POST", "/api/users/profile/delete", { token, json });

async function withdrawn(person: Person, status: "pending" | "completed", daysAgo = 0) {
  const sent = status === "completed";
  await owner`
    insert into withdrawals (id, user_id, amount_micros, stripe_account_id, status, transfer_id,
      payout_id, completed_at)
    values (gen_random_uuid(), ${person.id}, 10000, 'acct_1', ${status},
      ${sent ? `tr_${person.id}` : null}, ${sent ? `po_${person.id}` : null},
      ${sent ? new Date(clock.at.getTime() - daysAgo * DAY_MS) : null})`;
}

describe("GET /api/users/profile", () => {
  it("returns sign-in methods and the state of payouts", async () => {
    const person = await register(app);
    expect(await readProfile(person)).toEqual({
      username: person.username,
      content: { categories: [], platforms: [] },
      email: person.email,
      emailConfirmed: false,
      mailAvailable: false,
      memberSince: expect.stringMatching(/Z$/),
      hasPassword: true,
      google: { available: false, connected: false },
      secondFactor: { on: false, recoveryCodes: 0 },
      payouts: "none",
      isMinor: false,
      mustConfirmGuardian: false,
      language: "en",
      country: null,
      obstacles: [],
    });
    await owner`update users set stripe_account_id = ${`acct_${person.id}`} where id = ${person.id}`;
    expect((await readProfile(person)).payouts).toBe("incomplete");
    await owner`update users set stripe_account_verified = true where id = ${person.id}`;
    expect((await readProfile(person)).payouts).toBe("ready");
  });
});

describe("PUT /api/users/profile/username", () => {
  const rename = ({ token }: Person, username: unknown) =>
    call("PUT", "/api/users/profile/username", { token, json: { username } });

  it("accepts another name, or the same name in another case", async () => {
    const person = await register(app);
    expect((await rename(person, person.username.toUpperCase())).status).toBe(200);
    expect((await rename(person, "  Ada L.  ")).status).toBe(200);
    expect((await readProfile(person)).username).toBe("Ada L.");
  });

  it("rejects a taken name, and names that registration rejects", async () => {
    const [person, other] = [await register(app), await register(app)];
    const taken = await rename(person, other.username.toUpperCase());
    expect([taken.status, taken.json.code]).toEqual([409, "username_taken"]);
    expect((await rename(person, "<b>")).status).toBe(422);
    expect((await readProfile(person)).username).toBe(person.username);
  });
});

describe("PUT /api/users/profile/country", () => {
  const move = ({ token }: Person, country: unknown) =>
    call("PUT", "/api/users/profile/country", { token, json: { country } });

  it("changes the own country only, until a payout account exists", async () => {
    const [person, other] = [await register(app), await register(app)];
    expect((await move(person, "BR")).status).toBe(200);
    expect((await move(person, "DE")).status).toBe(200);
    expect((await readProfile(person)).country).toBe("DE");
    expect((await readProfile(other)).country).toBeNull();
    const me = await call("GET", "/api/auth/me", { token: person.token });
    expect(me.json.data.user.country).toBe("DE");
    await owner`update users set stripe_account_id = ${`acct_${person.id}`} where id = ${person.id}`;
    const late = await move(person, "US");
    expect([late.status, late.json.code]).toEqual([409, "conflict"]);
    expect((await readProfile(person)).country).toBe("DE");
    const audited = await owner`
      select after from audit_log
      where action = 'user.change_country' and subject = ${`user:${person.id}`} order by id`;
    expect(audited.map(({ after }) => after)).toEqual([{ country: "BR" }, { country: "DE" }]);
  });

  it.each(["de", "XX", "", null, { code: "DE" }, "DE\u0000"])("rejects %j", async (country) => {
    expect((await move(await register(app), country)).status).toBe(422);
  });

  it("can be chosen with the registration", async () => {
    const json = { username: "ana", email: "ana@example.com", password, country: "BR" };
    const answer = await call("POST", "/api/auth/register", { json });
    expect(answer.json.data.user.country).toBe("BR");
    const wrong = { ...json, username: "bob", email: "bob@example.com", country: "Brazil" };
    expect((await call("POST", "/api/auth/register", { json: wrong })).status).toBe(422);
  });
});

describe("PUT /api/users/profile/email", () => {
  const move = ({ token }: Person, json: unknown) =>
    call("PUT", "/api/users/profile/email", { token, json });

  it("changes the email address, unverified", async () => {
    const person = await register(app);
    await owner`update users set email_verified_at = now() where id = ${person.id}`;
    const email = `New-${person.email}`;
    expect((await move(person, { email })).status).toBe(200);
    const login = (json: unknown) => call("POST", "/api/auth/login", { json });
    expect((await login({ email, password })).status).toBe(200);
    expect((await login({ email: person.email, password })).status).toBe(401);
    const [row] = await owner`select email, email_verified_at from users where id = ${person.id}`;
    expect(row).toEqual({ email: email.toLowerCase(), emailVerifiedAt: null });
  });

  it("rejects another user's address and malformed ones", async () => {
    const [person, other] = [await register(app), await register(app)];
    const taken = await move(person, { email: other.email.toUpperCase() });
    expect([taken.status, taken.json.code]).toEqual([409, "email_taken"]);
    expect((await move(person, { email: "ada" })).status).toBe(422);
  });
});

describe("POST /api/users/profile/delete", () => {
  it("ends sessions, erases the owner's data and stops the links", async () => {
    const { id } = await launch(app);
    const person = await register(app, "leaving");
    await call("POST", `/api/campaigns/join/${id}`, { token: person.token });
    const answer = await remove(person);
    expect([answer.status, answer.json.message]).toEqual([200, "Your account is deleted."]);
    expect((await call("GET", "/api/auth/me", { token: person.token })).status).toBe(401);
    const login = { email: person.email, password };
    expect((await call("POST", "/api/auth/login", { json: login })).status).toBe(401);
    const [user] = await owner`select * from users where id = ${person.id}`;
    expect(user).toMatchObject({
      username: expect.stringMatching(/^deleted-/),
      email: expect.stringMatching(/@deleted\.invalid$/),
      passwordHash: null,
      googleSubject: null,
      stripeCustomerId: null,
      stripeAccountId: null,
      suspendedAt: clock.at,
      deletedAt: clock.at,
    });
    const [left] = await owner`select
      (select count(*)::int from sessions where user_id = ${person.id}) as sessions,
      (select count(*)::int from presences where user_id = ${person.id}) as presences`;
    expect(left).toEqual({ sessions: 0, presences: 0 });
  });

  it("keeps the ledger, and leaves no personal data", async () => {
    const person = await register(app, "remembered");
    await earn(app, person, 9_999n);
    expect((await remove(person)).status).toBe(200);
    const [account] = await owner`select balance_micros from ledger_accounts
      where owner_id = ${person.id} and kind = 'earnings'`;
    expect(account?.balanceMicros).toBe(9_999n);
    const [audit] = await owner`select count(*)::int as n from audit_log a
      where a::text like ${`%${person.username}%`} or a::text like ${`%${person.email}%`}`;
    expect(audit?.n).toBe(0);
  });

  it("frees the email and the username", async () => {
    const person = await register(app);
    await remove(person);
    const again = await call("POST", "/api/auth/register", {
      json: { email: person.email, username: person.username, password },
    });
    expect(again.status).toBe(201);
  });

  it("is refused while a withdrawal is under way", async () => {
    const person = await register(app);
    await withdrawn(person, "pending");
    expect((await readProfile(person)).obstacles).toEqual(["A withdrawal is under way."]);
    const answer = await remove(person);
    expect([answer.status, answer.json.message]).toEqual([409, "A withdrawal is under way."]);
    expect((await call("GET", "/api/auth/me", { token: person.token })).status).toBe(200);
  });

  const readPlan = async ({ token }: Person) =>
    (await call("GET", "/api/users/profile/deletion", { token })).json;
  const refused = { status: 409, code: "conflict" };
  const removeWith = async (person: Person, consent: object) => {
    const { status, json } = await remove(person, { ...nothing, ...consent });
    return { status, code: json.code };
  };

  it("loses wallet money that no card can take back only if the owner agrees to the amount", async () => {
    const person = await register(app);
    await deposit(app, person, 5);
    await owner`update deposits set payment_intent_id = null where user_id = ${person.id}`;
    expect(await readPlan(person)).toMatchObject({ refunds: [], givesUp: { wallet: 5 } });
    expect(await removeWith(person, {})).toEqual(refused);
    expect(await removeWith(person, { giveUpEarnings: true })).toEqual(refused);
    expect(await removeWith(person, { giveUpWalletCents: 499 })).toEqual(refused);
    expect((await remove(person, { ...nothing, giveUpWalletCents: -1 })).status).toBe(422);
    expect(await removeWith(person, { giveUpWalletCents: 500 })).toMatchObject({ status: 200 });
  });

  it("counts budgets that no card can take back", async () => {
    const person = await register(app);
    await deposit(app, person, 20);
    await owner`update deposits set payment_intent_id = null where user_id = ${person.id}`;
    const json = campaignInput(app);
    const { json: made } = await call("POST", "/api/campaigns", { token: person.token, json });
    expect(await readPlan(person)).toMatchObject({
      campaigns: 1,
      later: 0,
      givesUp: { wallet: 20 },
    });
    expect(await removeWith(person, { giveUpWalletCents: 1_999 })).toEqual(refused);
    const [running] = await owner`select ends_at from campaigns where id = ${made.data._id}`;
    expect(running?.endsAt.getTime()).toBeGreaterThan(clock.at.getTime());
    expect(await removeWith(person, { giveUpWalletCents: 2_000 })).toMatchObject({ status: 200 });
    const [ended] = await owner`select ends_at from campaigns where id = ${made.data._id}`;
    expect(ended?.endsAt).toEqual(clock.at);
  });

  it("loses earnings, and clicks that are not judged, only if the owner agrees", async () => {
    const earner = await register(app);
    await earn(app, earner, 10_000n);
    const clicked = await register(app);
    const { id: campaignId } = await launch(app);
    await call("POST", `/api/campaigns/join/${campaignId}`, { token: clicked.token });
    await addPendingClicks(db, [{ campaignId, creatorId: clicked.id, at: clock.at }]);
    expect((await readPlan(earner)).givesUp).toMatchObject({ earnings: 0.01, undecidedClicks: 0 });
    expect((await readPlan(clicked)).givesUp).toMatchObject({ earnings: 0, undecidedClicks: 1 });
    for (const person of [earner, clicked]) {
      expect((await readPlan(person)).givesUp.requiresEarnings).toBe(true);
      expect(await removeWith(person, { giveUpWalletCents: 500 })).toEqual(refused);
      expect(await removeWith(person, { giveUpEarnings: true })).toMatchObject({ status: 200 });
    }
  });

  it("is planned for its owner only", async () => {
    expect((await call("GET", "/api/users/profile/deletion")).status).toBe(401);
    expect(await readPlan(await register(app))).toEqual({
      obstacles: [],
      refunds: [],
      stripeFees: 0,
      refundsWait: false,
      campaigns: 0,
      later: 0,
      openDeposits: 0,
      owed: 0,
      givesUp: { wallet: 0, earnings: 0, undecidedClicks: 0, disputes: 0, requiresEarnings: false },
    });
  });

  it("waits until a bank can no longer return the last withdrawal", async () => {
    const person = await register(app);
    await withdrawn(person, "completed", 6);
    const until = new Date(clock.at.getTime() + DAY_MS).toISOString().slice(0, 10);
    expect((await remove(person)).json.message).toBe(
      `Your bank can still send your last withdrawal back, until ${until}.`,
    );
    await owner`update withdrawals set completed_at = completed_at - interval '2 days'
      where user_id = ${person.id}`;
    expect((await remove(person)).status).toBe(200);
  });

  it("happens once, even for concurrent requests", async () => {
    const person = await register(app);
    const answers = await Promise.all([remove(person), remove(person), remove(person)]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});
