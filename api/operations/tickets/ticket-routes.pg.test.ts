import { forgetTickets } from "@fairclick/services/operations/tickets/forget-tickets";
import { systemCtx } from "@fairclick/services/testing/system-ctx";
import { describe, expect, it } from "vitest";
import { register } from "../../testing/people";
import { createTestApp } from "../../testing/test-app";

const app = await createTestApp({
  config: { mail: { smtpUrl: "smtp://mail", from: "f@example.com", operatorAddresses: [] } },
});
const { call, clock, owner, db, addOperator } = app;
const operator = await addOperator("Ann");
const admin = (method: string, path: string, json?: unknown) =>
  call(method, `/api/admin/tickets${path}`, { token: operator.token, json });
const answer = (id: string, text: string) =>
  admin("POST", `/${id}/answer`, { text, reason: "standard answer" });

const message = { category: "money", subject: "Where is it?", text: "It has not arrived." };
const open = async (token: string) => {
  const { status, json } = await call("POST", "/api/tickets", { token, json: message });
  expect(status).toBe(201);
  return String(json.data._id);
};
const reply = (token: string, id: string, text = "Still not.") =>
  call("POST", `/api/tickets/${id}/replies`, { token, json: { text } });

async function contact(changes: object = {}, { waitMs = 5_000, ip = "198.51.100.1" } = {}) {
  const form = await call("GET", "/api/contact");
  clock.at = new Date(clock.at.getTime() + waitMs);
  const json = { ...message, email: "sam@example.com", token: form.json.data.token, ...changes };
  return call("POST", "/api/contact", { json, ip });
}
const strangersTickets = () => owner<{ id: string }[]>`
  select id from tickets where user_id is null order by id`;

describe("tickets of users", () => {
  it("are answered in the app and by a notice, and wait again after a reply", async () => {
    const person = await register(app);
    const id = await open(person.token);
    const listed = await admin("GET", "?limit=100");
    expect(listed.json.data).toContainEqual(
      expect.objectContaining({ id, username: person.username, state: "waiting", messages: 1 }),
    );
    expect((await answer(id, "It is\non its way.")).json.data).toMatchObject({ applied: true });
    const own = await call("GET", `/api/tickets/${id}`, { token: person.token });
    expect(own.json.data).toMatchObject({
      state: "answered",
      messages: [{ fromOperator: false }, { fromOperator: true, text: "It is\non its way." }],
    });
    expect(own.text).not.toContain("Ann");
    const notices = await call("GET", "/api/notices", { token: person.token });
    expect(notices.json.data[0]).toMatchObject({
      title: "Answered: Where is it?",
      action: { path: `/app/support/${id}` },
    });
    expect((await reply(person.token, id)).json.data.state).toBe("waiting");
    const [audit] = await owner`select actor_kind, reason, after from audit_log
      where subject = ${`ticket:${id}`}`;
    expect(audit).toMatchObject({ actor_kind: "operator", reason: "standard answer" });
  });

  it("are hidden from everybody else", async () => {
    const [person, other] = [await register(app), await register(app)];
    const id = await open(person.token);
    const calls = [
      call("GET", `/api/tickets/${id}`, { token: other.token }),
      reply(other.token, id),
      call("GET", "/api/tickets/nonsense", { token: other.token }),
    ];
    for (const { status } of await Promise.all(calls)) expect(status).toBe(404);
    expect((await call("GET", "/api/tickets", { token: other.token })).json.data).toEqual([]);
    expect((await call("GET", `/api/admin/tickets/${id}`, { token: other.token })).status).toBe(
      401,
    );
    expect((await call("POST", "/api/tickets", { json: message })).status).toBe(401);
  });

  it("can be written while the account is suspended, which can change nothing else", async () => {
    const { token, id: userId } = await register(app);
    await owner`update users set suspended_at = now() where id = ${userId}`;
    const id = await open(token);
    expect((await reply(token, id)).status).toBe(201);
    const renamed = { token, json: { username: "Other" } };
    expect((await call("PUT", "/api/users/profile/username", renamed)).status).toBe(403);
  });

  it("are at most 10 that are not closed, also if they are sent at the same time", async () => {
    const { token } = await register(app);
    const all = await Promise.all(
      Array.from({ length: 14 }, () => call("POST", "/api/tickets", { token, json: message })),
    );
    expect(all.map(({ status }) => status).sort()).toEqual([
      ...Array.from({ length: 10 }, () => 201),
      ...Array.from({ length: 4 }, () => 409),
    ]);
  });

  it("take no reply once they are closed, until an operator reopens them", async () => {
    const { token } = await register(app);
    const id = await open(token);
    const why = { reason: "solved" };
    expect((await admin("POST", `/${id}/close`, { ...why, dryRun: true })).json.data.applied).toBe(
      false,
    );
    expect((await admin("POST", `/${id}/close`, why)).status).toBe(200);
    expect((await admin("POST", `/${id}/close`, why)).status).toBe(409);
    expect((await reply(token, id)).status).toBe(409);
    expect((await answer(id, "Late.")).status).toBe(409);
    expect((await admin("POST", `/${id}/reopen`, why)).status).toBe(200);
    expect((await admin("POST", `/${id}/reopen`, why)).status).toBe(409);
    expect((await reply(token, id)).status).toBe(201);
  });

  it.each([
    ["an empty text", { ...message, text: " \n " }],
    ["a text of 4,001 characters", { ...message, text: "x".repeat(4_001) }],
    ["a subject with a control character", { ...message, subject: "a\u001b[31m" }],
    ["a subject of two lines", { ...message, subject: "a\nBcc: all" }],
    ["a text that turns its direction", { ...message, text: "a\u202eb" }],
    ["an unknown category", { ...message, category: "gossip" }],
  ])("refuse %s", async (_, json) => {
    const { token } = await register(app);
    expect((await call("POST", "/api/tickets", { token, json })).status).toBe(422);
  });

  it("show the operator the account's money, holds and links", async () => {
    const person = await register(app);
    const id = await open(person.token);
    await owner`
      insert into withdrawals (id, user_id, amount_micros, stripe_account_id, held_at, hold_reason,
        hold_kinds)
      values (gen_random_uuid(), ${person.id}, 10000, 'acct_1', now(), 'first', '{first}')`;
    expect((await admin("GET", `/${id}`)).json.data.account).toMatchObject({
      ...{ id: person.id, email: person.email, emailConfirmed: false, walletMicros: "0" },
      ...{ heldWithdrawals: 1, heldRefunds: 0, findings: 0, newestLinks: [], suspendedAt: null },
    });
  });
});

describe("the contact form", () => {
  it("opens a ticket without a mail to the address, and mails only the operator's answer", async () => {
    expect((await contact({ email: "Sam@Example.com" })).json.message).toMatch(/^Thank you/);
    const [ticket] = await strangersTickets();
    const id = ticket?.id ?? "";
    const mails = () => owner`
      select mail_to, in_app, data from notices where mail_to is not null`;
    expect(await mails()).toEqual([]);
    const shown = await admin("GET", `/${id}`);
    expect(shown.json.data).toMatchObject({ email: "sam@example.com", account: null });
    await answer(id, "Thank you, the link is stopped.");
    const [mail, ...others] = await mails();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ mail_to: "sam@example.com", in_app: false });
    // A stranger cannot make the marketplace send words of theirs to somebody else.
    expect(JSON.stringify(mail)).not.toContain(message.subject);
    expect(JSON.stringify(mail)).not.toContain(message.text);
  });

  it("refuses programs: a filled hidden field, no time, a forged or an old token", async () => {
    const before = await strangersTickets();
    const day = 24 * 3_600_000 + 1;
    const refusals = [
      await contact({ website: "https://spam.example" }),
      await contact({}, { waitMs: 2_000 }),
      await contact({ token: `${clock.at.getTime().toString(36)}.${"a".repeat(43)}` }),
      await contact({ token: "" }),
      await contact({ token: "." }),
      await contact({}, { waitMs: day }),
    ];
    expect(refusals.map(({ status }) => status)).toEqual(refusals.map(() => 422));
    expect(await strangersTickets()).toEqual(before);
  });

  it("limits messages per sender and per address", async () => {
    const statuses: number[] = [];
    for (let i = 0; i < 7; i += 1) {
      const ip = `198.51.100.${100 + i}`;
      statuses.push((await contact({ email: "many@example.com" }, { ip })).status);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429]);
    const fromOne: number[] = [];
    for (let i = 0; i < 21; i += 1) {
      const given = { email: `p${i}@example.com` };
      fromOne.push((await contact(given, { ip: "203.0.113.9" })).status);
    }
    expect(fromOne).toEqual([...Array.from({ length: 20 }, () => 200), 429]);
  });

  it("notifies the operators at most once an hour", async () => {
    const count = async () => (await owner`select from notices where kind = 'ticket.waits'`).count;
    clock.at = new Date(Math.ceil(clock.at.getTime() / 3_600_000) * 3_600_000 + 3_600_000);
    const before = await count();
    await contact({ email: "a@example.com" }, { ip: "203.0.113.20" });
    await contact({ email: "b@example.com" }, { ip: "203.0.113.21" });
    expect(await count()).toBe(before + 1);
  });
});

it("cannot answer a stranger on a server without mail", async () => {
  await contact({ email: "late@example.com" }, { ip: "203.0.113.30" });
  const [ticket] = (await strangersTickets()).slice(-1);
  Object.assign(app.deps.config, { mail: null });
  const refused = await answer(ticket?.id ?? "", "Hello");
  expect([refused.status, refused.json.error ?? refused.json.message]).toEqual([
    409,
    expect.stringContaining("Write to late@example.com yourself"),
  ]);
});

it("deletes tickets a year after their last message, but none that waits", async () => {
  const { token, id: userId } = await register(app);
  const [waiting, answered] = [await open(token), await open(token)];
  await answer(answered, "Done.");
  const ids = async () =>
    (
      await owner<{ id: string }[]>`select id from tickets where user_id = ${userId} order by id`
    ).map(({ id }) => id);
  const inDays = (days: number) =>
    systemCtx(db, () => new Date(clock.at.getTime() + days * 86_400_000));
  await forgetTickets(inDays(364));
  expect(await ids()).toEqual([waiting, answered]);
  await forgetTickets(inDays(366));
  await forgetTickets(inDays(366));
  expect(await ids()).toEqual([waiting]);
});
