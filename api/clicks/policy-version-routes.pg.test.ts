import { policy } from "@fairclick/core/clicks/release-policy";
import { describe, expect, it } from "vitest";
import { createTestApp } from "../testing/test-app";

const app = await createTestApp({ config: { clickWindowSeconds: 30 } });
const { call, addOperator } = app;
const { token: reader } = await addOperator("Ann", ["clicks:read"]);
const { token } = await addOperator("Bob", ["clicks:read", "policy:write"]);
const paths = {
  versions: "/api/admin/policy/versions",
  apply: "/api/admin/policy/apply",
};
const apply = (file: object, more: object = {}, by: string | null = token) =>
  call("POST", paths.apply, { token: by, json: { reason: "why", policy: file, ...more } });

it.each([[paths.apply, { reason: "why", policy: { burstClicks: 5 }, dryRun: true }]])(
  "lets only operators with the scope call %s",
  async (path, json) => {
    expect((await call("POST", path, { json })).status).toBe(401);
    expect((await call("POST", path, { token: reader, json })).status).toBe(403);
  },
);

describe("a new version", () => {
  it("is what everybody reads, and names its operator and reason", async () => {
    const { json } = await call("GET", "/api/admin/policy?version=newest", { token });
    expect(json.data).toEqual({ ...policy, windowSeconds: 30 });
    const applied = await apply({ ...json.data, burstClicks: 6, effects: { ip_daily: "note" } });
    expect(applied.json.data).toMatchObject({
      ...{ applied: true, before: { burstClicks: 4, "effects.ip_daily": "held" } },
      after: { burstClicks: 6, "effects.ip_daily": "note" },
    });
    const shown = await call("GET", "/api/policy");
    expect(shown.json.data).toMatchObject({ version: policy.version + 1, burstClicks: 6 });
    const rule = (signal: string) =>
      shown.json.data.rules.find((each: { signal: string }) => each.signal === signal);
    expect(rule("ip_burst").rule).toMatch(/^6 or more clicks .* within 30 seconds/);
    expect(rule("ip_daily").effect).toBe("note");
    const { json: listed } = await call("GET", `${paths.versions}?limit=1`, { token: reader });
    expect(listed).toMatchObject({
      data: [{ version: policy.version + 1, state: "active", operator: "Bob", edits: 2 }],
      nextCursor: String(policy.version + 1),
    });
    const next = await call("GET", `${paths.versions}?cursor=${listed.nextCursor}`, { token });
    expect(next.json).toMatchObject({
      data: [{ version: policy.version, state: "replaced", origin: "release", operator: null }],
      nextCursor: null,
    });
    const first = await call("GET", `/api/admin/policy?version=${policy.version}`, { token });
    expect(first.json.data).toEqual({ ...policy, windowSeconds: 30 });
  });

  it("is taken back by the values of an earlier version", async () => {
    const earlier = await call("GET", `/api/admin/policy?version=${policy.version}`, { token });
    const { version: _, ...values } = earlier.json.data;
    expect((await apply(values)).status).toBe(200);
    const shown = await call("GET", "/api/policy");
    expect(shown.json.data).toMatchObject({ version: policy.version + 2, burstClicks: 4 });
  });
});

it.each([
  ["an effect that pays bots", { effects: { known_bot: "note" } }, 422],
  ["numbers that find nothing", { burstClicks: 1_000 }, 422],
  ["the window", { windowSeconds: 60 }, 422],
  ["an unknown value", { surprise: 1 }, 422],
  ["an older version", { version: 1, burstClicks: 3 }, 409],
  ["a version from the future", { version: 2_000_000_000, burstClicks: 3 }, 409],
  ["a version that no database holds", { version: 1e300, burstClicks: 3 }, 422],
])("refuses %s", async (_name, file, status) => {
  expect((await apply(file)).status).toBe(status);
});

it.each(["0", "newer", "1e99"])("refuses to show version %s", async (version) => {
  const { status } = await call("GET", `/api/admin/policy?version=${version}`, { token });
  expect(status).toBe(422);
});

it("says which versions are not stored", async () => {
  expect((await call("GET", "/api/admin/policy?version=999", { token })).status).toBe(404);
});
