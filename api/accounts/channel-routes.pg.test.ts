import { asId, type UserId } from "@fairclick/core/ids";
import { reclaimAccount } from "@fairclick/services/accounts/emails";
import { type FetchPage, SendProblem } from "@fairclick/services/outgoing";
import { systemCtx } from "@fairclick/services/testing/system-ctx";
import { withTx } from "@fairclick/sql/db/tx";
import { beforeEach, describe, expect, it } from "vitest";
import { launch, type Person, register } from "../testing/people";
import { createTestApp } from "../testing/test-app";

/** The platforms' pages, by address; null is a page that does not exist. */
const pages = new Map<string, string | null>();
let fetched: string[] = [];
let whileFetching = async () => {};
const fetchPage: FetchPage = async (url) => {
  fetched.push(url);
  await whileFetching();
  const page = pages.get(url);
  if (page === undefined) throw new SendProblem("The server answered 403");
  return page;
};
const app = await createTestApp({ deps: () => ({ fetchPage }) });
const { call, clock, db, owner, addOperator } = app;
const operator = await addOperator("Ann");

const PATH = "/api/users/channels";
let count = 0;
let address = "";
beforeEach(() => {
  count += 1;
  address = `https://www.youtube.com/@channel${count}`;
  fetched = [];
  whileFetching = async () => {};
});
const describeAs = (...words: string[]) =>
  pages.set(
    address,
    `<html><head><meta name="description" content="${words.join(" ")}"></head><body></body></html>`,
  );
const add = async ({ token }: Person, url = address) =>
  (await call("POST", PATH, { token, json: { url } })).json.data;
const check = ({ token }: Person, id: string) => call("POST", `${PATH}/${id}/check`, { token });
const own = async ({ token }: Person) => (await call("GET", PATH, { token })).json.data;
const listChanges = async ({ id }: Person) => {
  const rows = await owner<{ change: string }[]>`
    select data ->> 'change' as change from notices
    where user_id = ${id} and kind = 'channel.changed' order by id`;
  return rows.map(({ change }) => change);
};
const decide = (user: Person, act: string, json: object = {}) =>
  call("POST", `/api/admin/creators/${user.username}/${act}`, {
    token: operator.token,
    json: { channel: address, reason: "why", ...json },
  });

async function verified() {
  const person = await register(app, "creator");
  const { _id: id, code } = await add(person);
  describeAs("Hello", code);
  const { json } = await check(person, id);
  return { person, id, code, channel: json.data };
}

describe("a channel", () => {
  it("is verified by its code, and developers and operators see it", async () => {
    const { id: campaign, developer } = await launch(app);
    const { person, channel } = await verified();
    expect(channel).toMatchObject({
      ...{ platform: "youtube", name: `@channel${count}`, verifiedBy: "code", problem: null },
      linkBack: `http://localhost:3000/#${channel.code}`,
    });
    expect(channel.code).toMatch(/^fairclick-[2-9a-z]{8}$/);
    await call("POST", `/api/campaigns/join/${campaign}`, { token: person.token });
    const { json: links } = await call("GET", `/api/campaigns/${campaign}/links`, {
      token: developer.token,
    });
    const { platform, name, url } = channel;
    expect(links.data[0].channels).toEqual([{ platform, name, url }]);
    const { json: listed } = await call(
      "GET",
      `/api/admin/creators?verified=true&user=${person.username}`,
      { token: operator.token },
    );
    expect(listed.data).toMatchObject([{ user: person.username, url }]);
    const rows = await owner<{ action: string }[]>`
      select action from audit_log where subject = ${`user:${person.id}`}
        and action like 'channel.%' order by id`;
    expect(rows.map(({ action }) => action)).toEqual(["channel.add", "channel.verify"]);
  });

  it("stays unverified without the code, with another's, or if the page cannot be read", async () => {
    const person = await register(app);
    const other = await add(await register(app));
    const { _id: id, code } = await add(person);
    const problems = [];
    for (const prepare of [
      () => pages.delete(address),
      () => pages.set(address, null),
      () => describeAs("Hello", other.code),
      () => pages.set(address, `<html><head></head><body>${code}</body></html>`),
    ]) {
      prepare();
      const { status, json } = await check(person, id);
      expect([status, json.data.verifiedAt]).toEqual([200, null]);
      problems.push(json.message);
    }
    expect(problems).toEqual([
      "The page could not be read. The server answered 403.",
      "There is no such page.",
      `The code ${code} is not in the page's description.`,
      expect.stringContaining("Ask an operator"),
    ]);
  });

  it("is nobody else's to check, remove or see", async () => {
    const { id } = await verified();
    const stranger = await register(app);
    expect((await check(stranger, id)).status).toBe(404);
    expect((await call("DELETE", `${PATH}/${id}`, { token: stranger.token })).status).toBe(404);
    expect((await check(stranger, "1")).status).toBe(404);
    expect(await own(stranger)).toEqual([]);
    expect((await call("GET", PATH)).status).toBe(401);
  });

  it("is refused in a form that is not accepted, twice, and as the seventh", async () => {
    const person = await register(app);
    const post = (url: string) => call("POST", PATH, { token: person.token, json: { url } });
    expect((await post("https://www.youtube.com/watch?v=1")).json.message).toContain("@name");
    expect((await post("https://169.254.169.254/")).status).toBe(422);
    expect((await post(address)).status).toBe(201);
    expect((await post(address.toUpperCase().replace("HTTPS", "http"))).status).toBe(409);
    for (let i = 0; i < 5; i += 1) expect((await post(`x.com/name_${i}`)).status).toBe(201);
    expect((await post("x.com/name_6")).status).toBe(409);
  });

  it("is checked at most ten times a day", async () => {
    const person = await register(app);
    const { _id: id } = await add(person);
    const statuses = [];
    for (let i = 0; i < 11; i += 1) statuses.push((await check(person, id)).status);
    expect(statuses).toEqual([...Array(10).fill(200), 429]);
    expect(fetched).toHaveLength(10);
  });

  it("is not verified by a page fetched for a claim that was deleted meanwhile", async () => {
    const person = await register(app);
    const { _id: id, code } = await add(person);
    describeAs(code);
    whileFetching = async () => {
      await call("DELETE", `${PATH}/${id}`, { token: person.token });
    };
    expect((await check(person, id)).status).toBe(409);
    const again = await add(person);
    expect(again.code).not.toBe(code);
    whileFetching = async () => {};
    expect((await check(person, again._id)).json.data.verifiedAt).toBeNull();
  });
});

describe("a channel of two accounts", () => {
  it("belongs to the one whose code is newer, and the other is notified", async () => {
    const first = await verified();
    const second = await register(app);
    const claim = await add(second);
    expect((await check(second, claim._id)).json.data.verifiedAt).toBeNull();
    describeAs(first.code, claim.code);
    expect((await check(second, claim._id)).json.data.verifiedAt).not.toBeNull();
    expect(await listChanges(first.person)).toEqual(["taken_over"]);
    // The former owner's code still stands in the description, and no longer counts.
    const again = await check(first.person, first.id);
    expect(again.json.data.verifiedAt).toBeNull();
    expect(again.json.data.code).not.toBe(first.code);
    expect(await own(second)).toMatchObject([{ verifiedBy: "code" }]);
  });

  it("is verified for one of them when both check at once", async () => {
    const people = await Promise.all([register(app), register(app), register(app)]);
    const claims = await Promise.all(people.map((person) => add(person)));
    describeAs(...claims.map(({ code }) => code));
    await Promise.all(people.map((person, i) => check(person, claims[i]._id)));
    const states = (await Promise.all(people.map(own))).flat();
    expect(states.filter(({ verifiedAt }) => verifiedAt !== null)).toHaveLength(1);
  });
});

describe("a verified channel", () => {
  it("keeps its mark when a later check finds no code", async () => {
    const { person, id } = await verified();
    describeAs("No code");
    const { json } = await check(person, id);
    expect(json.data).toMatchObject({ verifiedBy: "code", problem: expect.any(String) });
    expect(await listChanges(person)).toEqual([]);
  });

  it("does not stay with an account that its address's owner reclaims or its owner deletes", async () => {
    const { person } = await verified();
    const claim = { userId: asId<UserId>(person.id), email: person.email };
    await withTx(db, (tx) =>
      reclaimAccount(
        tx,
        systemCtx(db, () => clock.at),
        { ...claim, by: { googleSubject: "g1" } },
      ),
    );
    const left = () => owner`select from creator_channels where user_id = ${person.id}`;
    expect(await left()).toHaveLength(0);
    const leaving = await verified();
    await call("POST", "/api/users/profile/delete", {
      token: leaving.person.token,
      json: { giveUpWalletCents: 0, giveUpEarnings: false },
    });
    const rows = await owner`select from creator_channels where user_id = ${leaving.person.id}`;
    expect(rows).toHaveLength(0);
  });
});

describe("an operator", () => {
  it("confirms a channel that cannot be read", async () => {
    const person = await register(app);
    const { status, json } = await decide(person, "verify", { dryRun: true });
    expect([status, json.data.applied, await own(person)]).toEqual([200, false, []]);
    expect((await decide(person, "verify")).status).toBe(200);
    expect((await decide(person, "verify")).status).toBe(409);
    expect(await own(person)).toMatchObject([{ url: address, verifiedBy: "operator" }]);
    expect(await listChanges(person)).toEqual(["verified"]);
  });

  it("takes a mark away for good, until an operator gives it back", async () => {
    const { person, id, code } = await verified();
    expect((await decide(person, "revoke")).status).toBe(200);
    expect((await decide(person, "revoke")).status).toBe(409);
    describeAs(code);
    expect((await check(person, id)).status).toBe(403);
    expect((await call("DELETE", `${PATH}/${id}`, { token: person.token })).status).toBe(403);
    expect(await own(person)).toMatchObject([{ revoked: true, verifiedAt: null }]);
    expect(await listChanges(person)).toEqual(["revoked"]);
    expect((await decide(person, "verify")).status).toBe(200);
    expect(await own(person)).toMatchObject([{ revoked: false, verifiedBy: "operator" }]);
  });

  it("needs the scope, a user and a channel", async () => {
    const person = await register(app);
    const { token } = await addOperator("Bob", ["users:read"]);
    const body = { token, json: { channel: address, reason: "why" } };
    const path = `/api/admin/creators/${person.username}/verify`;
    expect((await call("POST", path, body)).status).toBe(403);
    expect((await decide(person, "revoke")).status).toBe(404);
    expect((await decide(person, "verify", { channel: "x.com" })).status).toBe(422);
    expect((await decide({ ...person, username: "nobody" }, "verify")).status).toBe(404);
  });
});
