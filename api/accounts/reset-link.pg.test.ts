import { describe, expect, it } from "vitest";
import { campaignInput, deposit, register } from "../testing/people";
import { createTestApp } from "../testing/test-app";

const app = await createTestApp({ config: { mail: null, appUrl: "https://app.test" } });
const { call, clock, db, owner, addOperator } = app;

const makeLink = (token: string, user: string) =>
  call("POST", `/api/admin/users/${user}/reset-link`, { token, json: { reason: "She called." } });
const wait = (hours: number) => {
  clock.at = new Date(clock.at.getTime() + hours * 3_600_000);
};
const { token: ann } = await addOperator("Ann", ["users:recover"]);

describe("a reset link from an operator, on a server without mail", () => {
  it("sets a password once; the user is notified, and the audit log does not hold it", async () => {
    const person = await register(app);
    const { json } = await makeLink(ann, person.email);
    const [, secret = ""] = json.data.url.split("https://app.test/reset-password#");
    const use = () =>
      call("POST", "/api/auth/reset/password", {
        json: { token: secret, password: "battery staple" },
      });
    const reset = await use();
    expect([reset.status, (await use()).status]).toEqual([200, 403]);
    const rows = await owner<{ reason: string; held: boolean }[]>`
      select reason, a::text like ${`%${secret}%`} as held from audit_log a
      where action = 'user.reset_link' and subject = ${`user:${person.id}`}`;
    expect([...rows]).toEqual([{ reason: "She called.", held: false }]);
    const notices = await call("GET", "/api/notices", { token: reset.json.data.token });
    expect(notices.json.data.map(({ title }: { title: string }) => title)).toContain(
      "An operator made a link for your new password",
    );
  });

  it("lets no money leave the account for 72 hours", async () => {
    const person = await register(app);
    await db.sql`update users set email_verified_at = now() where id = ${person.id}`;
    await deposit(app, person, 15);
    const [other, { json }] = [await register(app), await makeLink(ann, person.id)];
    await deposit(app, other, 15);
    const [, secret = ""] = json.data.url.split("#");
    const reset = await call("POST", "/api/auth/reset/password", {
      json: { token: secret, password: "battery staple" },
    });
    const create = (token: string) =>
      call("POST", "/api/campaigns", { token, json: campaignInput(app) });
    wait(71.9);
    const refused = await create(reset.json.data.token);
    expect([refused.status, refused.json.message]).toEqual([
      409,
      expect.stringMatching(/^Operators just helped to open this account again\. Its money can/),
    ]);
    expect((await create(other.token)).status).toBe(201);
    wait(0.2);
    expect((await create(reset.json.data.token)).status).toBe(201);
  });

  it("needs a scope of its own", async () => {
    const person = await register(app);
    const { token } = await addOperator("Bob", ["users:write"]);
    expect((await makeLink(token, person.id)).status).toBe(403);
    expect((await makeLink(person.token, person.id)).status).toBe(401);
  });
});
