import { booksResponseSchema } from "@fairclick/core/money/ledger";
import { addOperator } from "@fairclick/services/operations/operators";
import { describe, expect, it, onTestFinished } from "vitest";
import { deposit, register } from "../testing/people";
import { createTestApp } from "../testing/test-app";

const app = await createTestApp();
const { call, owner, asOwner } = app;

const { token } = await addOperator(asOwner, { name: "Ann", scopes: ["ledger:read"] });
const { token: replaced } = await addOperator(asOwner, { name: "Bob", scopes: ["ledger:read"] });
const { operatorId: bobId, token: scopeless } = await addOperator(asOwner, {
  name: "Bob",
  scopes: ["ledger:read"],
  replace: true,
});
await owner`update operator_tokens set scopes = '{}' where operator_id = ${bobId}`;
const { token: userToken } = await register(app);

describe.each([
  ["/api/admin/me", 200],
  ["/api/admin/ledger/verify", 403],
])("GET %s", (path, withoutScope) => {
  it.each([
    ["no token", null, 401],
    ["a user's token", userToken, 401],
    ["a token that was replaced", replaced, 401],
    ["a made-up token", `fco_${"A".repeat(43)}`, 401],
    ["an operator without the scope", scopeless, withoutScope],
    ["an operator with it", token, 200],
  ])("answers %s", async (_, given, status) => {
    const answer = await call("GET", path, { token: given });
    expect(answer.status).toBe(status);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    if (status !== 200) expect(answer.json).not.toHaveProperty("data");
  });
});

it("returns the operator of the token", async () => {
  const { json } = await call("GET", "/api/admin/me", { token });
  expect(json).toEqual({
    status: "success",
    data: { name: "Ann", scopes: ["ledger:read"], expiresAt: null },
  });
});

it("lists valid tokens, and revokes one, all, or its own", async () => {
  const { token: boss } = await addOperator(asOwner, {
    ...{ name: "Eva", scopes: ["operators:read", "operators:revoke"] },
    expiresAt: new Date("2100-01-01"),
  });
  const [first, second] = [
    await addOperator(asOwner, { name: "Fay", scopes: ["ledger:read"] }),
    await addOperator(asOwner, { name: "Fay", scopes: ["audit:read"] }),
  ];
  const list = async () => {
    const { json } = await call("GET", "/api/admin/operators", { token: boss });
    return json.data.filter(({ operator }: { operator: string }) => operator === "Fay");
  };
  const isValid = async (given: string) =>
    (await call("GET", "/api/admin/me", { token: given })).status === 200;
  expect(await isValid(first.token)).toBe(true);
  const [newer, older] = await list();
  expect(older).toMatchObject({ scopes: ["ledger:read"], expiresAt: null });
  expect(older.lastUsedAt).not.toBeNull();
  expect(newer.lastUsedAt).toBeNull();
  expect(JSON.stringify([newer, older])).not.toContain(first.token.slice(4, 20));

  const revoke = (json: object, name = "Fay") =>
    call("POST", `/api/admin/operators/${name}/revoke`, { token: boss, json });
  const reason = "left";
  const dry = await revoke({ reason, dryRun: true });
  expect(dry.json.data).toMatchObject({ applied: false, after: { tokens: null } });
  expect((await revoke({ reason, token: "00000000" })).status).toBe(404);
  expect((await revoke({ reason }, "Nobody")).status).toBe(404);
  expect((await revoke({ reason, token: older.token })).json.data).toMatchObject({
    ...{ before: { tokens: `${newer.token} ${older.token}` }, after: { tokens: newer.token } },
  });
  expect([await isValid(first.token), await isValid(second.token)]).toEqual([false, true]);
  expect((await revoke({ reason })).status).toBe(200);
  expect(await isValid(second.token)).toBe(false);
  expect((await revoke({ reason })).status).toBe(409);

  expect((await call("POST", "/api/admin/me/sign-out", { token: boss })).status).toBe(200);
  expect(await isValid(boss)).toBe(false);
  const [row] = await owner`select actor_kind from audit_log where action = 'operator.sign_out'`;
  expect(row).toEqual({ actorKind: "operator" });
});

it("does not let operators act as users", async () => {
  for (const path of ["/api/auth/me", "/api/users/dashboard", "/api/campaigns/my-campaigns"]) {
    expect((await call("GET", path, { token })).status).toBe(401);
  }
});

describe("GET /api/admin/ledger/verify", () => {
  const verify = async () => {
    const { json } = await call("GET", "/api/admin/ledger/verify", { token });
    return booksResponseSchema.parse(json).data;
  };

  it("finds no difference in correct statistics", async () => {
    const report = await verify();
    expect(report.clean).toBe(true);
    expect(report.checks.length).toBeGreaterThan(10);
    expect(report.checks.flatMap(({ differences }) => differences)).toEqual([]);
  });

  it("reads the counters of the statistics too with `all`", async () => {
    await owner`
      insert into click_days (campaign_id, creator_id, dimension, day, value, valid, invalid, held, unpaid, paid_micros)
      values (gen_random_uuid(), gen_random_uuid(), 'country', '2026-03-03', 'DE', 1, 0, 0, 0, 0)`;
    onTestFinished(async () => {
      await owner`delete from click_days where day = '2026-03-03'`;
    });
    expect((await verify()).clean).toBe(true);
    const { json } = await call("GET", "/api/admin/ledger/verify?all=true", { token });
    const { clean, checks } = booksResponseSchema.parse(json).data;
    expect(clean).toBe(false);
    const wrong = checks.filter(({ differences }) => differences.length > 0);
    expect(wrong.map(({ name }) => name)).toEqual(["days_equal_clicks"]);
  });

  it("turns off the timeout for large ledgers", async () => {
    let calls = 0;
    const waitForAnswer = () => {
      calls += 1;
    };
    const headers = { authorization: `Bearer ${token}` };
    const bindings = { peerIp: "127.0.0.1", waitForAnswer };
    await app.app.request("/api/admin/ledger/verify", { headers }, bindings);
    expect(calls).toBe(1);
  });

  it("names the wrong row: wallet money without a deposit", async () => {
    const person = await register(app);
    await deposit(app, person, 12.5);
    const report = await verify();
    expect(report.clean).toBe(false);
    expect(report.checks.filter(({ differences }) => differences.length > 0)).toEqual([
      expect.objectContaining({
        name: "deposits_equal_postings",
        differences: [
          expect.objectContaining({ creditedTo: person.id, creditedMicros: "12500000" }),
        ],
      }),
    ]);
  });
});
