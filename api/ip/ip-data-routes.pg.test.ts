import { ipDataStatusSchema } from "@fairclick/core/ip/operated";
import { pickJson } from "@fairclick/core/schemas";
import { serveLists } from "@fairclick/services/ip/testing/list-server";
import { addUser } from "@fairclick/services/testing/marketplace";
import { describe, expect, it } from "vitest";
import { createTestApp } from "../testing/test-app";

const { url: ipDataUrl, lists } = serveLists();
const app = await createTestApp({ config: { ipDataUrl } });
const { call, addOperator } = app;
const { token } = await addOperator("Ann", ["ip-data:read", "ip-data:write"]);
const { token: reader } = await addOperator("Bob", ["ip-data:read"]);
const { token: auditor } = await addOperator("Cid", ["ledger:read"]);

const root = "/api/admin/ip-data";
const denial = { range: "203.0.113.0/24", reason: "a click farm" };

describe.each([
  ["GET", root, undefined, 200],
  ["GET", `${root}/lookup?address=203.0.113.7`, undefined, 200],
  ["POST", `${root}/update`, {}, 403],
  ["POST", `${root}/ranges/deny`, denial, 403],
  ["POST", `${root}/ranges/remove`, denial, 403],
])("%s %s", (method, path, json, forReaders) => {
  it.each([
    ["nobody", null, 401],
    ["an operator without the scope", auditor, 403],
    ["an operator who may read", reader, forReaders],
  ])("answers %s", async (_, given, status) => {
    expect((await call(method, path, { token: given, json })).status).toBe(status);
  });
});

it("lists who was signed in at addresses of a range, latest first, to readers of users", async () => {
  const [eve, dan, far] = await Promise.all([1, 2, 3].map(() => addUser(app.db)));
  const at = (minutes: number) => new Date(app.clock.at.getTime() - minutes * 60_000);
  await app.owner`
    insert into presences (user_id, kind, key, seen_at) values
      (${eve ?? ""}, 'ip', '198.51.100.7', ${at(30)}), (${eve ?? ""}, 'ip', '198.51.100.9', ${at(20)}),
      (${eve ?? ""}, 'device', 'cookie:no address', ${at(1)}),
      (${far ?? ""}, 'ip', '198.51.101.7', ${at(1)}), (${far ?? ""}, 'ip', '2001:db8:1:2::', ${at(5)})`;
  await app.owner`
    insert into deposit_places (user_id, kind, key, seen_at)
    values (${dan ?? ""}, 'ip', '198.51.100.7', ${at(10)})`;
  const { token: support } = await addOperator("Sue", ["users:read"]);
  const read = (range: string, by = support) =>
    call("GET", `${root}/sign-ins?range=${encodeURIComponent(range)}`, { token: by });
  expect((await read("198.51.100.0/24")).json.data).toEqual([
    { userId: dan, username: dan, addresses: 1, lastSeenAt: at(10).toISOString() },
    { userId: eve, username: eve, addresses: 2, lastSeenAt: at(20).toISOString() },
  ]);
  expect((await read("2001:db8:1::/48")).json.data).toMatchObject([{ userId: far }]);
  expect((await read("198.51.100.8")).json.data).toEqual([]);
  expect((await read("all of them")).status).toBe(422);
  expect((await read("198.51.100.0/24", reader)).status).toBe(403);
});

it("downloads the lists and returns the result of each", async () => {
  lists.set("tor-exits", "<html>");
  const { status, json } = await call("POST", `${root}/update`, { token, json: {} });
  expect(status).toBe(200);
  expect(json.data).toContainEqual({
    name: "x4bnet-vpn-v4",
    outcome: "updated",
    ranges: 2_000,
    problem: null,
  });
  expect(json.data).toContainEqual({
    name: "tor-exits",
    outcome: "refused",
    ranges: null,
    problem: "it has 0 ranges, at least 300 are expected",
  });
  const { json: answer } = await call("GET", root, { token });
  const { lists: known, warnings } = pickJson(ipDataStatusSchema, answer.data);
  expect(known.find(({ name }) => name === "tor-exits")).toMatchObject({
    checkedAt: null,
    problem: "it has 0 ranges, at least 300 are expected",
  });
  expect(warnings).toEqual([expect.stringContaining("no list of Tor exits")]);
});

it("decides about a range, shows the decision and removes it", async () => {
  const lookUp = async () => {
    const { json } = await call("GET", `${root}/lookup?address=203.0.113.7`, { token });
    return json.data;
  };
  const dry = await call("POST", `${root}/ranges/deny`, {
    token,
    json: { ...denial, dryRun: true },
  });
  expect(dry.json.data).toMatchObject({ applied: false, after: { effect: "deny" } });
  expect(await lookUp()).toMatchObject({ operatorRange: null });
  const { json } = await call("POST", `${root}/ranges/deny`, { token, json: denial });
  expect(json.data).toEqual({
    ...{ action: "ip_range.deny", subject: "ip_range:203.0.113.0/24", applied: true },
    before: { effect: null, reason: null },
    after: { effect: "deny", reason: "a click farm" },
    seen: null,
  });
  expect(await lookUp()).toMatchObject({
    operatorRange: { range: "203.0.113.0/24", reason: "a click farm" },
    signals: [{ signal: "proxy", evidence: { list: "operators", range: "203.0.113.0/24" } }],
    verdict: "invalid",
  });
  const removal = { range: "203.0.113.200/24", reason: "they have moved" };
  const removed = await call("POST", `${root}/ranges/remove`, { token, json: removal });
  expect(removed.json.data.subject).toBe("ip_range:203.0.113.0/24");
  expect(await lookUp()).toMatchObject({ operatorRange: null, signals: [], verdict: "valid" });
  expect((await call("POST", `${root}/ranges/remove`, { token, json: removal })).status).toBe(404);
});

it.each([
  [{ ...denial, range: "everything" }, "must be an address or a range"],
  [{ ...denial, range: "0.0.0.0/0" }, "must be an address or a range"],
  [{ ...denial, range: "203.0.113.0/24; drop table users" }, "must be an address or a range"],
  [{ ...denial, reason: " " }, "is required"],
])("refuses %j", async (json, message) => {
  const answer = await call("POST", `${root}/ranges/deny`, { token, json });
  expect(answer.status).toBe(422);
  expect(answer.json.message).toContain(message);
});

it("knows no other act on a range", async () => {
  const answer = await call("POST", `${root}/ranges/ignore`, { token, json: denial });
  expect(answer.status).toBe(404);
});

it.each(["", "1.2.3", "1.2.3.4/24", "1.2.3.4'", "localhost"])(
  "looks up addresses only, not %j",
  async (address) => {
    const path = `${root}/lookup?address=${encodeURIComponent(address)}`;
    expect((await call("GET", path, { token })).status).toBe(422);
  },
);
