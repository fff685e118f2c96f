import { join } from "node:path";
import { operatorRoles } from "@fairclick/core/operations/operators";
import { expect, it } from "vitest";
import { readProfiles, saveProfile } from "./frame/target";
import { summarizeScopes } from "./operators";
import { serveCanned } from "./testing/canned-api";
import { capture } from "./testing/capture";
import { makeTempFolder } from "./testing/temp-folder";

const root = makeTempFolder();
const home = (name: string) => ({
  XDG_CONFIG_HOME: join(root, name),
  DATA_DIR: join(root, "data"),
});
const fraud = [...operatorRoles.fraud.scopes];
const token = {
  ...{ operator: "ann", token: "9f2c41d0", scopes: fraud },
  ...{ createdAt: "2026-01-01T00:00:00.000Z", lastUsedAt: null },
  expiresAt: "2099-01-01T00:00:00.000Z",
};
const change = {
  ...{ action: "operator.revoke", subject: "operator:1", applied: true },
  ...{ before: { tokens: "9f2c41d0" }, after: { tokens: null } },
};
const me = { name: "Ann", scopes: fraud, expiresAt: token.expiresAt };
const api = serveCanned(({ path }) => {
  const data = path.endsWith("/me") ? me : path.endsWith("/revoke") ? change : [token];
  return Response.json({ status: "success", message: "Done", data });
});
const refusing = serveCanned(() => {
  const message = "Authentication failed";
  return Response.json(
    { status: "error", code: "unauthenticated", message, error: message },
    { status: 401 },
  );
});

it("lists tokens with the role that their scopes are", async () => {
  const { out } = await capture(["operators", "list", "--api", api.url], { env: home("list") });
  expect(out).toContain("ann       9f2c41d0  never  2099-01-01 00:00:00  fraud");
  expect(summarizeScopes(["ledger:read"])).toBe("ledger:read");
});

it("revokes one token after a reason", async () => {
  const args = ["operators", "revoke", "ann", "--token", "9f2c41d0", "--api", api.url, "--yes"];
  const env = home("revoke");
  expect((await capture(args, { env })).exitCode).toBe(2);
  const { out } = await capture([...args, "--reason", "stolen"], { env });
  expect(out).toContain("tokens: 9f2c41d0 → none");
  expect(api.seen.at(-1)).toMatchObject({
    path: "/api/admin/operators/ann/revoke",
    json: { reason: "stolen", dryRun: false, token: "9f2c41d0" },
  });
});

it.each([
  [["operators", "add", "ann"], "at least one --role or --scope"],
  [["operators", "add", "ann", "--role", "boss"], "role.0: Invalid option"],
  [["operators", "add", "ann", "--role", "viewer", "--expires", "soon"], "is not a period"],
  [["operators", "add", "ann", "--role", "viewer", "--expires", "0d"], "is not a period"],
])("%j is refused before the database is opened", async (args, message) => {
  const { exitCode, err } = await capture(args, { env: home("add") });
  expect(exitCode).toBe(2);
  expect(err).toContain(message);
});

it("shows who is signed in, where and until when, and no token", async () => {
  const env = home("who");
  saveProfile(env, "default", { api: api.url, token: "fco_secret" });
  const { out } = await capture(["whoami"], { env });
  expect(out).toContain("operator  Ann\nmay       fraud\nexpires   2099-01-01 00:00:00 UTC");
  expect(out).toContain(`default (${api.url})`);
  expect(out).not.toContain("fco_secret");
});

it("revokes the token and deletes the profile, and leaves the others", async () => {
  const env = home("out");
  saveProfile(env, "default", { api: api.url, token: "fco_one" });
  saveProfile(env, "staging", { api: refusing.url, token: "fco_two" });
  saveProfile(env, "away", { api: "http://127.0.0.1:9", token: "fco_three" });
  expect((await capture(["logout"], { env })).out).toContain("the token is revoked");
  expect(api.seen.at(-1)).toMatchObject({
    path: "/api/admin/me/sign-out",
    authorization: "Bearer fco_one",
  });
  // A token that is not valid any more needs no revocation.
  const other = await capture(["logout", "--profile", "staging", "--json"], { env });
  expect(JSON.parse(other.out)).toMatchObject({ revoked: false });
  expect((await capture(["logout", "--profile", "away"], { env })).exitCode).toBe(3);
  expect(Object.keys(readProfiles(env))).toEqual(["away"]);
  await capture(["logout", "--profile", "away", "--forget"], { env });
  expect(readProfiles(env)).toEqual({});
  expect((await capture(["logout"], { env })).err).toContain('no profile "default"');
});
