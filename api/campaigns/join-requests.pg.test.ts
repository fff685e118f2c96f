import { beforeEach, describe, expect, it } from "vitest";
import { campaignInput, deposit, launch, type Person, register } from "../testing/people";
import { createTestApp } from "../testing/test-app";

const app = await createTestApp();
const { call, clock, owner } = app;

const message = "I make obbies.";
let id = "";
let developer: Person;
beforeEach(async () => {
  ({ id, developer } = await launch(app, { whoMayJoin: "approval" }));
  clock.at = new Date(clock.at.getTime() + 1_000);
});

const join = ({ token }: Person, campaign = id) =>
  call("POST", `/api/campaigns/join/${campaign}`, { token });
const request = ({ token }: Person, campaign = id, text = message) =>
  call("POST", `/api/campaigns/${campaign}/join-request`, { token, json: { message: text } });
const withdraw = ({ token }: Person) =>
  call("DELETE", `/api/campaigns/${id}/join-request`, { token });
const list = ({ token }: Person, query = "") =>
  call("GET", `/api/campaigns/${id}/join-requests${query}`, { token });
const accept = (creator: Person, by = developer) =>
  call("POST", `/api/campaigns/${id}/join-requests/${creator.id}/accept`, { token: by.token });
const refuse = (creator: Person, reason = "Not our players.", by = developer) =>
  call("POST", `/api/campaigns/${id}/join-requests/${creator.id}/refuse`, {
    token: by.token,
    json: { reason },
  });
const own = async ({ token }: Person) =>
  (await call("GET", "/api/campaigns/join-requests", { token })).json.data;
const hasJoined = async ({ token }: Person) => {
  const { json } = await call("GET", "/api/campaigns/joined", { token });
  return json.data.some(({ _id }: { _id: string }) => _id === id);
};
const edit = (json: object) =>
  call("PATCH", `/api/campaigns/${id}`, { token: developer.token, json });
const listStates = async (person: Person) => {
  const rows = await owner<{ state: string }[]>`
    select coalesce(data ->> 'state', data ->> 'answer') as state from notices
    where user_id = ${person.id} and data ->> 'state' is distinct from 'joined' order by id`;
  return rows.flatMap(({ state }) => state ?? []);
};
const verify = (person: Person) => owner`
  insert into creator_channels (id, user_id, platform, name, url, code, created_at, verified_at,
    verified_by)
  values (${crypto.randomUUID()}, ${person.id}, 'x', ${`@${person.username}`}, 'https://x.com/a',
    ${crypto.randomUUID()}, now(), now(), 'operator')`;

describe("a campaign for verified creators", () => {
  it("is joined by them only, and those who joined stay when it becomes one", async () => {
    const [early, late, proved] = [await register(app), await register(app), await register(app)];
    await edit({ whoMayJoin: "everybody" });
    expect((await join(early)).status).toBe(200);
    const changed = await edit({ whoMayJoin: "verified" });
    expect(changed.json.data.whoMayJoin).toBe("verified");
    const refused = await join(late);
    expect([refused.status, refused.json.code]).toEqual([403, "not_wanted"]);
    expect((await request(late)).status).toBe(409);
    await verify(proved);
    expect((await join(proved)).status).toBe(200);
    expect([await hasJoined(early), await hasJoined(late)]).toEqual([true, false]);
  });

  it("is left out of what a creator without a channel can join", async () => {
    await edit({ whoMayJoin: "verified" });
    const creator = await register(app);
    const found = async () => {
      const path = "/api/campaigns?fit=only&limit=100";
      const { json } = await call("GET", path, { token: creator.token });
      return json.data.some(({ _id }: { _id: string }) => _id === id);
    };
    expect(await found()).toBe(false);
    await verify(creator);
    expect(await found()).toBe(true);
  });
});

describe("a request", () => {
  it("is accepted: the creator has a link, and both are notified", async () => {
    const creator = await register(app, "creator");
    expect((await join(creator)).json.message).toContain("Send a request");
    expect((await request(creator)).status).toBe(201);
    expect((await request(creator)).status).toBe(409);
    const { json } = await list(developer);
    expect(json.data).toEqual([
      {
        ...{ userId: creator.id, username: creator.username, channels: [], message },
        content: { categories: [], platforms: [] },
        requestedAt: expect.any(String),
      },
    ]);
    expect(JSON.stringify(json)).not.toContain(creator.email);
    const answers = await Promise.all([accept(creator), accept(creator), refuse(creator)]);
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, 409, 409]);
    const [state] = await own(creator);
    expect(await hasJoined(creator)).toBe(state.state === "accepted");
    expect(await listStates(developer)).toEqual(["requested"]);
    expect(await listStates(creator)).toEqual([state.state]);
    expect((await list(developer)).json.data).toEqual([]);
  });

  it("is refused with a reason, and not sent again", async () => {
    const creator = await register(app);
    await request(creator);
    expect((await refuse(creator, "  ")).status).toBe(422);
    expect((await refuse(creator)).status).toBe(200);
    expect(await own(creator)).toMatchObject([{ state: "refused", answer: "Not our players." }]);
    expect((await request(creator)).status).toBe(403);
    expect((await join(creator)).status).toBe(403);
    expect((await accept(creator)).status).toBe(409);
  });

  it("keeps its place while others are answered, and loses it when it is sent again", async () => {
    const creators = [];
    for (let i = 0; i < 4; i += 1) {
      const creator = await register(app);
      clock.at = new Date(clock.at.getTime() + 1_000);
      await request(creator);
      creators.push(creator);
    }
    const [first, second, third, fourth] = creators as [Person, Person, Person, Person];
    const names = async (query = "") =>
      (await list(developer, query)).json.data.map(({ userId }: { userId: string }) => userId);
    const page = await list(developer, "?limit=2");
    await accept(second);
    clock.at = new Date(clock.at.getTime() + 1_000);
    await withdraw(first);
    await request(first);
    // The cursor still leads to the same place, though its request was answered.
    expect(await names(`?limit=2&cursor=${page.json.nextCursor}`)).toEqual([third.id, fourth.id]);
    expect(await names()).toEqual([third.id, fourth.id, first.id]);
    // A second request of the same creator is not reported again.
    expect((await listStates(developer)).length).toBe(4);
  });

  it("is nobody else's to see or to answer", async () => {
    const [creator, stranger] = [await register(app), await register(app)];
    await request(creator);
    const other = await launch(app, { whoMayJoin: "approval" });
    for (const answer of [
      await list(stranger),
      await list(other.developer),
      await accept(creator, stranger),
      await accept(creator, other.developer),
      await accept(creator, creator),
      await refuse(creator, "x", other.developer),
    ]) {
      expect(answer.status).toBe(403);
    }
    expect((await withdraw(stranger)).status).toBe(404);
    expect(await own(stranger)).toEqual([]);
    expect((await accept(stranger)).status).toBe(404);
    const publicly = await call("GET", `/api/campaigns/${id}`);
    expect(publicly.text).not.toContain(creator.username);
    expect((await request(developer)).status).toBe(403);
  });

  it("has a short, printable message", async () => {
    const creator = await register(app);
    expect((await request(creator, id, "x".repeat(301))).status).toBe(422);
    expect((await request(creator, id, " \u200b ")).status).toBe(422);
    expect((await request(creator, id, "a\u202eb")).status).toBe(422);
    expect((await request(creator, id, "x".repeat(300))).status).toBe(201);
  });

  it("is not accepted for a suspended creator, or once the campaign cannot be joined", async () => {
    const creator = await register(app);
    await request(creator);
    await owner`update users set suspended_at = now() where id = ${creator.id}`;
    expect((await accept(creator)).status).toBe(409);
    await owner`update users set suspended_at = null where id = ${creator.id}`;
    await edit({ isActive: false });
    expect((await accept(creator)).json.code).toBe("campaign_not_joinable");
    await edit({ isActive: true });
    expect((await accept(creator)).status).toBe(200);
  });

  it("is closed when the creator joins because the rule was loosened", async () => {
    const creator = await register(app);
    await request(creator);
    await edit({ whoMayJoin: "everybody" });
    expect((await join(creator)).status).toBe(200);
    expect((await list(developer)).json.data).toEqual([]);
    expect(await own(creator)).toMatchObject([{ state: "accepted" }]);
  });

  it("goes with the account of its creator", async () => {
    const creator = await register(app);
    await request(creator);
    await call("POST", "/api/users/profile/delete", {
      token: creator.token,
      json: { giveUpWalletCents: 0, giveUpEarnings: false },
    });
    expect((await list(developer)).json.data).toEqual([]);
  });
});

describe("a creator who requests a thousand times", () => {
  it("has at most 20 open requests, one per campaign, and 40 tries a day", async () => {
    const creator = await register(app);
    const rich = await register(app, "developer");
    await deposit(app, rich, 400);
    const statuses: number[] = [];
    for (let i = 0; i < 22; i += 1) {
      const json = campaignInput(app, { whoMayJoin: "approval" });
      const made = await call("POST", "/api/campaigns", { token: rich.token, json });
      statuses.push((await request(creator, made.json.data._id)).status);
    }
    expect(statuses).toEqual([...Array(20).fill(201), 409, 409]);
    const more = await Promise.all(Array.from({ length: 30 }, () => request(creator)));
    const refused = more.filter(({ status }) => status === 429).length;
    expect(refused).toBe(12);
    expect((await listStates(rich)).length).toBe(20);
  });
});
