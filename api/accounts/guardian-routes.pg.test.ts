import { asId, type UserId } from "@fairclick/core/ids";
import { reclaimAccount } from "@fairclick/services/accounts/auth/reclaim-account";
import { forgetNotices } from "@fairclick/services/notices/forget-notices";
import { deliverMail } from "@fairclick/services/notices/mail/deliver-mail";
import { systemCtx } from "@fairclick/services/testing/system-ctx";
import { withTx } from "@fairclick/sql/db/tx";
import { describe, expect, it } from "vitest";
import { agreement, type Person } from "../testing/people";
import { createTestApp } from "../testing/test-app";

const appUrl = "https://app.test";
const mail = { smtpUrl: "smtp://unused", from: "mail@test.example", operatorAddresses: [] };
const app = await createTestApp({ config: { mail, appUrl } });
const { call, clock, db, owner, addOperator } = app;
clock.at = new Date("2026-11-23T12:00:00Z");
const operator = await addOperator("Ann", ["users:read", "users:write"]);

type Child = Person & { cookie: string };
let count = 0;
const wait = (days: number) => {
  clock.at = new Date(clock.at.getTime() + days * 86_400_000);
};

/** Registers a person in a browser that keeps its cookies; a minor unless a month of birth is given. */
async function register(birthMonth = "2011-05", named?: string): Promise<Child> {
  count += 1;
  const username = `child${count}`;
  const email = named ?? `${username}@example.com`;
  const answer = await call("POST", "/api/auth/register", {
    json: { username, email, password: "correct horse", ...agreement, birthMonth },
  });
  expect(answer.status, answer.text).toBe(201);
  const [cookie = ""] = (answer.headers.get("set-cookie") ?? "").split(";");
  return { id: answer.json.data.user._id, token: answer.json.data.token, username, email, cookie };
}

const invite = ({ token }: Person, email: string) =>
  call("POST", "/api/users/guardian/invitations", { token, json: { email } });
const guardian = (action: string, json: object, headers: Record<string, string> = {}) =>
  call("POST", `/api/auth/guardian/${action}`, { json, headers });
const consent = (token: string, headers = {}) =>
  guardian("consent", { token, name: "Maria Example", adult: true }, headers);
const own = async ({ token }: Person) =>
  (await call("GET", "/api/users/guardian", { token })).json.data;
const withdraw = async ({ token }: Person) =>
  (await call("POST", "/api/stripe/withdraw", { token, json: { amount: 1_000 } })).json.code;
const operate = (path: string, json: object) =>
  call("POST", `/api/admin/users/${path}`, {
    token: operator.token,
    json: { reason: "why", ...json },
  });

/** Delivers the waiting mails. Returns their texts by address. */
async function readMails(): Promise<Map<string, string>> {
  const sent = new Map<string, string>();
  const send = async ({ to, plainText }: { to: string; plainText: string }) => {
    sent.set(to, (sent.get(to) ?? "") + plainText);
  };
  await deliverMail({
    ...systemCtx(db, () => clock.at),
    ...{ mailer: { send, close: () => {} }, appUrl, operatorAddresses: [] },
  });
  return sent;
}

async function readToken(path: string, address: string): Promise<string> {
  const text = (await readMails()).get(address) ?? "";
  const token = new RegExp(`${appUrl}${path}#([\\w-]{43})`).exec(text)?.[1];
  if (!token) throw new Error(`no mail with a link to ${path}`);
  return token;
}

/** Invites a new address and returns it with the token of the mail. */
async function invited(child: Person) {
  count += 1;
  const address = `mum${count}@example.com`;
  const answer = await invite(child, address);
  expect(answer.status, answer.text).toBe(200);
  return { address, token: await readToken("/guardian", address) };
}

/** A child whose guardian has consented, with the token of the guardian's second mail. */
async function consented() {
  const child = await register();
  const { address, token } = await invited(child);
  const answer = await consent(token);
  expect(answer.status, answer.text).toBe(200);
  return { child, address, access: await readToken("/guardian/consent", address) };
}

describe("a guardian", () => {
  it("sees who asks, consents by name once, and is known to child, operator and archive", async () => {
    const child = await register();
    expect(await withdraw(child)).toBe("guardian_required");
    await invite(child, "Mum@Example.com");
    const text = (await readMails()).get("mum@example.com") ?? "";
    expect(text).not.toContain(child.username);
    const token = /guardian#([\w-]{43})/.exec(text)?.[1] ?? "";
    const seen = await guardian("invitation", { token });
    expect(seen.json.data).toEqual({
      username: child.username,
      expiresAt: "2026-12-07T12:00:00.000Z",
    });
    expect((await guardian("consent", { token, name: " ", adult: true })).status).toBe(422);
    expect((await guardian("consent", { token, name: "Maria", adult: false })).status).toBe(422);
    const answers = await Promise.all([consent(token), consent(token)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
    expect((await guardian("invitation", { token })).status).toBe(403);
    const known = { name: "Maria Example", email: "mum@example.com" };
    expect(await own(child)).toMatchObject({ needed: true, guardian: known, invitations: [] });
    const shown = await call("GET", `/api/admin/users/${child.id}`, { token: operator.token });
    expect(shown.json.data).toMatchObject({ birthMonth: "2011-05", guardian: known });
    const mails = await readMails();
    expect(mails.get(child.email)).toContain("Maria Example agreed to be paid in your place");
    expect(mails.get("mum@example.com")).toContain(`Earnings of ${child.username}`);
    expect((await invite(child, "dad@example.com")).status).toBe(409);
    const onboarding = await call("POST", "/api/stripe/create-connect-account", {
      token: child.token,
    });
    expect([onboarding.json.code, onboarding.json.message]).toEqual([
      "guardian_required",
      expect.stringMatching(/^Your guardian sets up payouts/),
    ]);
  });

  it("declines: the link and the invitation end, and the child is told who declined", async () => {
    const child = await register();
    const { address, token } = await invited(child);
    expect((await guardian("decline", { token })).status).toBe(200);
    expect((await consent(token)).status).toBe(403);
    expect((await own(child)).invitations).toEqual([]);
    expect((await readMails()).get(child.email)).toContain(`${address} does not consent`);
  });

  it("withdraws the consent: link and payouts end, and a new guardian can be invited", async () => {
    const { child, address, access } = await consented();
    const seen = await guardian("access", { token: access });
    expect(seen.json.data).toMatchObject({ username: child.username, payouts: "none" });
    expect(await withdraw(child)).not.toBe("guardian_required");
    expect((await guardian("withdrawal", { token: access })).status).toBe(200);
    for (const action of ["withdrawal", "access"]) {
      expect((await guardian(action, { token: access })).status).toBe(403);
    }
    expect(await withdraw(child)).toBe("guardian_required");
    const mails = await readMails();
    expect(mails.get(child.email)).toContain("Your guardian withdrew the consent.");
    expect(mails.get(address)).toContain("You withdrew your consent.");
    expect((await invite(child, address)).status).toBe(200);
  });

  it("loses the consent by an operator, once", async () => {
    const { child, access } = await consented();
    const dry = await operate(`${child.id}/end-guardian`, { dryRun: true });
    expect(dry.json.data.applied).toBe(false);
    expect((await guardian("access", { token: access })).status).toBe(200);
    expect((await operate(`${child.id}/end-guardian`, {})).json.data.applied).toBe(true);
    expect((await guardian("access", { token: access })).status).toBe(403);
    expect((await operate(`${child.id}/end-guardian`, {})).status).toBe(409);
    expect(await withdraw(child)).toBe("guardian_required");
  });
});

describe("a child who tries to be the guardian", () => {
  it.each([
    ["child9x@example.com", "Child9x+mum@example.com"],
    ["child.nine@gmail.com", "childnine+dad@googlemail.com"],
  ])("cannot invite %s as %s", async (email, other) => {
    const answer = await invite(await register("2011-05", email), other);
    expect([answer.status, answer.json.message]).toEqual([
      422,
      expect.stringMatching(/^This is your own mailbox/),
    ]);
  });

  it("cannot consent with a second address in a browser that knows the account", async () => {
    const child = await register();
    const { token } = await invited(child);
    expect(child.cookie).toMatch(/^fc_known=/);
    const own = await consent(token, { cookie: child.cookie });
    expect([own.status, own.json.message]).toEqual([
      403,
      expect.stringMatching(/^The account that asks has signed in with this browser/),
    ]);
    const signedIn = await consent(token, { authorization: `Bearer ${child.token}` });
    expect(signedIn.status).toBe(403);
    // An honest guardian opens the same link elsewhere.
    expect((await consent(token, { cookie: (await register()).cookie })).status).toBe(200);
  });

  it("cannot use the address after the account took it, nor that of another minor", async () => {
    const child = await register();
    const { address, token } = await invited(child);
    await owner`update users set email = ${address} where id = ${child.id}`;
    expect((await consent(token)).json.message).toMatch(/^This is your own mailbox/);
    const friend = await register();
    const second = await register();
    expect((await invite(second, friend.email)).status).toBe(200);
    const theirs = await readToken("/guardian", friend.email);
    expect((await consent(theirs)).json.message).toMatch(/younger than 18/);
  });

  it("cannot use a link of another account, of another purpose, or without an invitation", async () => {
    const { access } = await consented();
    const other = await register();
    const { token } = await invited(other);
    expect((await consent(access)).status).toBe(403);
    expect((await guardian("access", { token })).status).toBe(403);
    expect((await guardian("withdrawal", { token })).status).toBe(403);
    expect((await consent("x".repeat(43))).status).toBe(403);
    const victim = await register();
    await owner`update mail_tokens set user_id = ${victim.id} where user_id = ${other.id}`;
    expect((await consent(token)).status).toBe(403);
    expect((await own(victim)).guardian).toBeNull();
  });

  it("cannot change their own month of birth, and adults invite nobody", async () => {
    const child = await register();
    await call("POST", "/api/users/agreement", { token: child.token, json: agreement });
    expect(await withdraw(child)).toBe("guardian_required");
    const adult = await register("1990-05");
    expect((await invite(adult, "mum@example.com")).status).toBe(409);
    expect((await own(adult)).needed).toBe(false);
  });
});

describe("invitations", () => {
  it("are at most 3 at a time and 5 in a week; a cancelled link stops working", async () => {
    const child = await register();
    const first = await invited(child);
    await invited(child);
    await invited(child);
    expect((await invite(child, "fourth@example.com")).status).toBe(409);
    const cancel = async (person: Person) => {
      const { _id } = (await own(child)).invitations.at(-1);
      const path = `/api/users/guardian/invitations/${_id}`;
      return (await call("DELETE", path, { token: person.token })).status;
    };
    expect(await cancel(await register())).toBe(404);
    expect(await cancel(child)).toBe(200);
    expect((await consent(first.token)).status).toBe(403);
    await invited(child);
    expect(await cancel(child)).toBe(200);
    await invited(child);
    expect(await cancel(child)).toBe(200);
    expect((await invite(child, "sixth@example.com")).status).toBe(409);
    wait(8);
    const json = { password: "correct horse" };
    await call("POST", "/api/auth/proof", { token: child.token, json });
    expect((await invite(child, "sixth@example.com")).status).toBe(200);
  });

  it("expire after 14 days, and are then forgotten", async () => {
    const child = await register();
    const { token } = await invited(child);
    wait(14);
    expect((await consent(token)).status).toBe(403);
    wait(1);
    await forgetNotices(systemCtx(db, () => clock.at));
    expect(await owner`select from guardians where user_id = ${child.id}`).toHaveLength(0);
  });

  it("end when a guardian consents, and a mailbox has at most 5 children", async () => {
    for (let child = 0; child < 6; child += 1) {
      const address = `everybodys.mum+${child}@gmail.com`;
      const asking = await register();
      const other = await invited(asking);
      await invite(asking, address);
      const token = await readToken("/guardian", address);
      const { status } = await consent(token);
      expect(status).toBe(child < 5 ? 200 : 403);
      expect((await consent(other.token)).status).toBe(child < 5 ? 403 : 200);
      wait(1);
    }
  });

  it("need a fresh proof of identity: a thief of a session invites nobody", async () => {
    const child = await register();
    wait(0.1);
    expect((await invite(child, "thief@example.com")).json.code).toBe("proof_required");
  });
});

it("does not keep the guardian of the person before when the address's owner takes the account", async () => {
  const { child, access } = await consented();
  await invited(await register());
  const claim = { userId: asId<UserId>(child.id), email: child.email };
  await withTx(db, (tx) =>
    reclaimAccount(
      tx,
      systemCtx(db, () => clock.at),
      { ...claim, by: { passwordHash: "x" } },
    ),
  );
  await owner`update users set birth_month = '2011-05-01' where id = ${child.id}`;
  for (const action of ["access", "payouts", "withdrawal"]) {
    expect((await guardian(action, { token: access })).status).not.toBe(200);
  }
  expect(await owner`select from guardians where user_id = ${child.id}`).toHaveLength(0);
});

it("deletes everything about the guardian with the child's account", async () => {
  const { child, access } = await consented();
  const deleted = await call("POST", "/api/users/profile/delete", {
    token: child.token,
    json: { giveUpWalletCents: 0, giveUpEarnings: false },
  });
  expect(deleted.status, deleted.text).toBe(200);
  expect(await owner`select from guardians where user_id = ${child.id}`).toHaveLength(0);
  expect(await owner`select from notices where user_id = ${child.id}`).toHaveLength(0);
  expect((await guardian("access", { token: access })).status).toBe(403);
});
