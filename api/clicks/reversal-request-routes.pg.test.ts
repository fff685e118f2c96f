import { expect, it } from "vitest";
import { launch, register } from "../testing/people";
import { createTestApp } from "../testing/test-app";

const app = await createTestApp();
const { call, owner, clock, addOperator } = app;
const ann = await addOperator("Ann", ["clicks:decide"]);
const bob = await addOperator("Bob", ["clicks:decide"]);
const reader = await addOperator("Ruth", ["clicks:read"]);
const { developer } = await launch(app);
const creator = await register(app, "creator");

/** Inserts an open request of Ann and returns its id. */
async function request(): Promise<string> {
  const id = crypto.randomUUID();
  await owner`
    insert into reversal_requests (
      id, selection, category, reason, clicks, micros, requested_by, requested_at, expires_at
    )
    values (${id}, ${owner.json({ ids: [crypto.randomUUID()] })}, 'bot_traffic', 'why', 1, 1000000,
      ${ann.operatorId}, ${clock.at}, ${new Date(clock.at.getTime() + 3_600_000)})`;
  return id;
}

const json = { reason: "looked at it", dryRun: true };
const routes = [
  ["GET", "", undefined],
  ["POST", "", { ids: [crypto.randomUUID()], category: "bot_traffic", ...json }],
  ["POST", "/:id/approve", json],
  ["POST", "/:id/decline", json],
] as const;

it.each(routes)(
  "%s /api/admin/reversals%s is for operators who decide clicks",
  async (...route) => {
    const [method, path, body] = route;
    const url = `/api/admin/reversals${path.replace(":id", await request())}`;
    const statusFor = async (token?: string) =>
      (await call(method, url, { ...(token ? { token } : {}), ...(body ? { json: body } : {}) }))
        .status;
    expect([await statusFor(), await statusFor("fco_wrong")]).toEqual([401, 401]);
    expect([await statusFor(creator.token), await statusFor(developer.token)]).toEqual([401, 401]);
    expect(await statusFor(reader.token)).toBe(403);
    expect([401, 403]).not.toContain(await statusFor(bob.token));
  },
);

it("lists open requests, and lets only a different operator approve", async () => {
  const id = await request();
  const list = await call("GET", "/api/admin/reversals", { token: bob.token });
  expect(list.json.data).toContainEqual(expect.objectContaining({ id, requestedBy: "Ann" }));
  const own = await call("POST", `/api/admin/reversals/${id}/approve`, { token: ann.token, json });
  expect([own.status, own.json.message]).toEqual([
    409,
    expect.stringContaining("ifferent operator"),
  ]);
  const unknown = await call("POST", "/api/admin/reversals/nonsense/decline", {
    token: bob.token,
    json,
  });
  expect(unknown.status).toBe(404);
});
