import { costs, targetLimits } from "@fairclick/core/accounts/limits";
import { describe, expect, it } from "vitest";
import { register } from "../testing/people";
import { createTestApp } from "../testing/test-app";

const mail = { smtpUrl: "smtp://mail", from: "f@example.com", operatorAddresses: [] };
const controller = { name: "Ann", address: "1 Main Street", contact: "hello@market.example" };
const app = await createTestApp({ config: { mail, controller } });
const { call, clock, owner } = app;

const message = { category: "money", subject: "Where is it?", text: "It has not\narrived." };

async function contact(
  changes: object = {},
  {
    waitMs = 5_000,
    ip = "198.51.100.1",
    ...more
  }: { waitMs?: number; ip?: string; token?: string } = {},
) {
  const form = await call("GET", "/api/contact");
  clock.at = new Date(clock.at.getTime() + waitMs);
  const json = { ...message, email: "sam@example.com", token: form.json.data.token, ...changes };
  return call("POST", "/api/contact", { json, ip, ...more });
}
const queued = () => owner<{ mailTo: string; inApp: boolean; data: object }[]>`
  select mail_to, in_app, data from notices where kind = 'contact.message' order by id`;

describe("the contact form", () => {
  it("queues one mail to the operator, and none to the writer", async () => {
    const sent = await contact({ email: "Sam@Example.com" });
    expect(sent.json.message).toMatch(/^Thank you/);
    const [notice, ...others] = await queued();
    expect(others).toEqual([]);
    expect(notice).toEqual({
      ...{ mailTo: "hello@market.example", inApp: false },
      data: { ...message, email: "sam@example.com" },
    });
    expect(await owner`select from notices where mail_to = 'sam@example.com'`).toHaveLength(0);
  });

  it("can be used while the account is suspended, which can change nothing else", async () => {
    const { token, id } = await register(app);
    await owner`update users set suspended_at = now() where id = ${id}`;
    expect((await contact({}, { token, ip: "198.51.100.2" })).status).toBe(200);
    const renamed = { token, json: { username: "Other" } };
    expect((await call("PUT", "/api/users/profile/username", renamed)).status).toBe(403);
  });

  it.each([
    ["an empty text", { text: " \n " }],
    ["a text of 4,001 characters", { text: "x".repeat(4_001) }],
    ["a subject of 121 characters", { subject: "x".repeat(121) }],
    ["a subject with a control character", { subject: "a\u001b[31m" }],
    ["a subject of two lines", { subject: "a\r\nBcc: all@evil.example" }],
    ["a text that turns its direction", { text: "a\u202eb" }],
    ["a text with a control character", { text: "a\u0007b" }],
    ["an unknown category", { category: "gossip" }],
    ["no address", { email: "" }],
    ["an address of two lines", { email: "a@example.com\r\nBcc: all@evil.example" }],
    ["two addresses", { email: "a@example.com, all@evil.example" }],
    ["an address with a name", { email: "Bob <a@example.com>" }],
    ["an address of 255 characters", { email: `${"a".repeat(243)}@example.com` }],
  ])("refuses %s", async (_, changes) => {
    const before = await queued();
    expect((await contact(changes, { ip: "198.51.100.3" })).status).toBe(422);
    expect(await queued()).toEqual(before);
  });

  it("refuses programs: a filled hidden field, no time, a forged or an old token", async () => {
    const before = await queued();
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
    expect(await queued()).toEqual(before);
  });

  it("limits messages per network and per address for the answer", async () => {
    const statuses: number[] = [];
    for (let i = 0; i < 7; i += 1) {
      const ip = `198.51.100.${100 + i}`;
      statuses.push((await contact({ email: "many@example.com" }, { ip })).status);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429]);
    const fromOne: number[] = [];
    for (let i = 0; i <= costs.message.network; i += 1) {
      const given = { email: `p${i}@example.com` };
      fromOne.push((await contact(given, { ip: "203.0.113.9" })).status);
    }
    expect(fromOne).toEqual([...Array(costs.message.network).fill(200), 429]);
  });

  it.each([
    ["no mail server", { mail: null }],
    ["no contact", { controller: { ...controller, contact: null } }],
    ["a contact that is no mailbox", { controller: { ...controller, contact: "@market" } }],
  ])("is not offered by a server with %s, and takes no message", async (_, config) => {
    const { token } = (await call("GET", "/api/contact")).json.data;
    clock.at = new Date(clock.at.getTime() + 5_000);
    const before = await queued();
    Object.assign(app.deps.config, config);
    expect((await call("GET", "/api/contact")).json.data).toEqual({ token: null });
    const json = { ...message, email: "late@example.com", token };
    expect((await call("POST", "/api/contact", { json, ip: "203.0.113.30" })).status).toBe(409);
    expect(await queued()).toEqual(before);
    Object.assign(app.deps.config, { mail, controller });
  });

  it("stays open for others when one attacker has used up everybody's messages", async () => {
    let sent = 0;
    const flood = async (network: number) => {
      const given = { email: `all${sent}@example.com` };
      const { status } = await contact(given, { ip: `198.18.${network}.${(sent % 250) + 1}` });
      sent += 1;
      return status;
    };
    const statuses: number[] = [];
    for (let i = 0; i < targetLimits.contactAll.points + 20; i += 1)
      statuses.push(await flood(i % 4));
    expect(statuses.slice(-8)).toEqual(Array(8).fill(429));
    const from = (ip: string, email: string) => contact({ email }, { ip });
    expect((await from("203.0.113.40", "honest@example.com")).status).toBe(200);
    expect((await from("2001:db8:9::1", "school@example.com")).status).toBe(200);
    const more = await Promise.all(
      Array.from({ length: 4 }, (_, n) => from(`203.0.113.${41 + n}`, `n${n}@example.com`)),
    );
    expect(more.map(({ status }) => status)).toContain(429);
  });
});
