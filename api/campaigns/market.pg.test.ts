import { storeCountries } from "@fairclick/services/ip/testing/store-countries";
import { addCountedClicks } from "@fairclick/services/testing/counted-clicks";
import { describe, expect, it } from "vitest";
import { campaignInput, deposit, launch, register } from "../testing/people";
import { createTestApp } from "../testing/test-app";

const app = await createTestApp();
await storeCountries(app.owner, "81.0.0.0,81.255.255.255,GB");
const { call, db, owner, clock } = app;
const HOUR_MS = 3_600_000;
const hoursAgo = (hours: number) => new Date(clock.at.getTime() - hours * HOUR_MS);

type Listed = { _id: string; name: string };

async function list(query: string, token: string | null = null) {
  const { json } = await call("GET", `/api/campaigns?limit=100&${query}`, { token });
  return json.data as Listed[];
}

const names = (listed: Listed[]) => listed.map(({ name }) => name);
const standing = async (id: string) =>
  (await call("GET", `/api/campaigns/${id}`)).json.data.standing;

it("sorts campaigns by price, by budget left and by time, page after page", async () => {
  await launch(app, { name: "Sorted cheap", payoutPerClick: 0.001, budget: 40 });
  await launch(app, { name: "Sorted dear", payoutPerClick: 0.003, budget: 30 });
  await launch(app, { name: "Sorted rich", payoutPerClick: 0.002, budget: 90 });
  await launch(app, { name: "Sorted twin", payoutPerClick: 0.002, budget: 30 });
  const orders = {
    "": ["twin", "rich", "dear", "cheap"],
    newest: ["twin", "rich", "dear", "cheap"],
    price: ["dear", "twin", "rich", "cheap"],
    budget: ["rich", "cheap", "twin", "dear"],
  };
  for (const [sort, order] of Object.entries(orders)) {
    const sorted = order.map((name) => `Sorted ${name}`);
    const query = `scope=all&search=sorted${sort && `&sort=${sort}`}`;
    expect(names(await list(query)), sort).toEqual(sorted);
    const paged: string[] = [];
    let cursor: string | null = "";
    for (let page = 0; page < 4 && cursor !== null; page += 1) {
      const path = `/api/campaigns?${query}&limit=1${cursor && `&cursor=${cursor}`}`;
      const { json } = await call("GET", path);
      paged.push(...names(json.data));
      cursor = json.nextCursor;
    }
    expect([paged, cursor], sort).toEqual([sorted, null]);
  }
  expect((await call("GET", "/api/campaigns?scope=all&sort=fit")).status).toBe(401);
  expect((await call("GET", "/api/campaigns?scope=all&sort=name")).status).toBe(422);
});

it("finds campaigns by genre", async () => {
  await launch(app, { name: "Found one", tags: ["RPG", "Anime"] });
  await launch(app, { name: "Found other" });
  const found = async (query: string) => names(await list(`scope=all&search=found&${query}`));
  expect(await found("genre=Anime")).toEqual(["Found one"]);
  expect((await call("GET", "/api/campaigns?scope=all&genre=Chess")).status).toBe(422);
});

it("shows how long the budget lasts, how many clicks counted, and what was paid", async () => {
  const { id } = await launch(app, { name: "Shown", budget: 15 });
  expect(await standing(id)).toMatchObject({
    budgetDays: null,
    countedPercent: null,
    verdictMinutes: null,
    paid: 0,
  });
  const creator = await register(app, "creator");
  await owner`update campaigns set funded_at = starts_at where id = ${id}`;
  const link = { campaignId: id, creatorId: creator.id, priceMicros: 10_000n };
  const late = { ...link, at: hoursAgo(2) };
  await addCountedClicks(db, [
    { ...late, times: 600 },
    { ...link, at: hoursAgo(30), times: 150 },
    { ...late, verdict: "invalid", times: 200 },
    { ...late, verdict: "unpaid", times: 50 },
    { ...late, verdict: "held", times: 999 },
  ]);
  const shown = await standing(id);
  expect(shown).toMatchObject({ budgetDays: 2.5, countedPercent: 75, paid: 7.5 });
  expect(shown.verdictMinutes).toBeGreaterThanOrEqual(120);
  const [card] = await list("scope=all&search=shown");
  expect(card).toMatchObject({ standing: { ...shown, verdictMinutes: expect.any(Number) } });
});

it("estimates what 1,000 clicks would earn from the creator's own clicks alone", async () => {
  const phones = { countries: null, devices: ["phone"] };
  await launch(app, { name: "Estimated all", payoutPerClick: 0.002, budget: 20 });
  await launch(app, {
    name: "Estimated phones",
    payoutPerClick: 0.002,
    budget: 20,
    audience: phones,
  });
  const creator = await register(app, "creator");
  const estimates = async (token: string | null) =>
    (await list("scope=all&search=estimated&sort=price", token)).map((each) => ({
      ...each,
    })) as unknown as { name: string; estimate: number | null }[];
  const of = async (token: string | null) =>
    (await estimates(token)).map(({ name, estimate }) => [name, estimate]);
  const unknown = [
    ["Estimated phones", null],
    ["Estimated all", null],
  ];
  expect(await of(creator.token)).toEqual(unknown);
  const past = await launch(app, { name: "Past" });
  await call("POST", `/api/campaigns/join/${past.id}`, { token: creator.token });
  const link = { campaignId: past.id, creatorId: creator.id, country: "DE" };
  const recent = { ...link, at: hoursAgo(48) };
  await addCountedClicks(db, [
    { ...recent, deviceClass: "phone", times: 60 },
    { ...recent, deviceClass: "phone", verdict: "invalid", times: 50 },
    { ...recent, deviceClass: "desktop", times: 90 },
    { ...link, at: hoursAgo(40 * 24), verdict: "invalid", times: 5_000 },
  ]);
  expect(await of(creator.token)).toEqual([
    ["Estimated phones", 0.6],
    ["Estimated all", 1.5],
  ]);
  expect(await of(null)).toEqual(unknown);
  expect(await of((await register(app)).token)).toEqual(unknown);
});

describe("GET /api/campaigns", () => {
  const read = (query: string) => call("GET", `/api/campaigns?${query}`);
  const create = (token: string, changes: Record<string, unknown>) =>
    call("POST", "/api/campaigns", { token, json: campaignInput(app, changes) });

  it("lists joinable campaigns: live, funded, of others and not joined yet", async () => {
    const tag = `list${crypto.randomUUID().slice(0, 6)}`;
    const name = (title: string) => ({ name: `${tag} ${title}` });
    const live = await launch(app, name("live"));
    await launch(app, {
      ...name("scheduled"),
      startDate: campaignInput(app).endDate,
      endDate: "2999-01-01",
    });
    const paused = await launch(app, { ...name("paused"), isActive: false });
    const creator = await register(app);
    const joined = await launch(app, name("joined"));
    await call("POST", `/api/campaigns/join/${joined.id}`, { token: creator.token });
    const unfunded = await register(app);
    await create(unfunded.token, name("unfunded"));
    await deposit(app, creator, 15);
    await create(creator.token, name("own"));
    const disabled = await launch(app, name("disabled"));
    await db.sql`update campaigns set disabled_at = now() where id = ${disabled.id}`;

    const mine = await list(`search=${tag}`, creator.token);
    expect(names(mine)).toEqual([`${tag} scheduled`, `${tag} live`]);
    const all = await list(`search=${tag}&scope=all`);
    expect(names(all)).toEqual([`${tag} own`, `${tag} joined`, `${tag} scheduled`, `${tag} live`]);
    await call("PATCH", `/api/campaigns/${paused.id}`, {
      token: paused.developer.token,
      json: { isActive: true },
    });
    expect(names(await list(`search=${tag}`, creator.token))).toContain(`${tag} paused`);
    expect(names(await list(`search=${tag}`, live.developer.token))).not.toContain(`${tag} live`);
  });

  it("finds names in any case, and treats wildcards as letters", async () => {
    const tag = crypto.randomUUID().slice(0, 6);
    await launch(app, { name: `50%_OFF ${tag}` });
    await launch(app, { name: `5000 off ${tag}` });
    expect(names(await list(`scope=all&search=${encodeURIComponent(`50%_off ${tag}`)}`))).toEqual([
      `50%_OFF ${tag}`,
    ]);
    expect(names(await list(`scope=all&search=${encodeURIComponent(`OFF ${tag}`)}`))).toHaveLength(
      2,
    );
    expect(names(await list("scope=all&search=%5C"))).toEqual([]);
  });

  it("filters by genre", async () => {
    const tag = crypto.randomUUID().slice(0, 6);
    await launch(app, { name: `rpg ${tag}`, tags: ["RPG", "Anime"] });
    await launch(app, { name: `obby ${tag}` });
    expect(names(await list(`scope=all&search=${tag}&genre=Anime`))).toEqual([`rpg ${tag}`]);
  });

  it("lists every campaign once across pages", async () => {
    const tag = crypto.randomUUID().slice(0, 6);
    for (let n = 0; n < 5; n += 1) await launch(app, { name: `page ${tag} ${n}` });
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page = await read(
        `scope=all&search=${tag}&limit=2${cursor ? `&cursor=${cursor}` : ""}`,
      );
      expect(page.status).toBe(200);
      seen.push(...names(page.json.data));
      cursor = page.json.nextCursor;
    } while (cursor);
    expect(seen).toEqual([4, 3, 2, 1, 0].map((n) => `page ${tag} ${n}`));
  });

  it("requires sign-in for joinable campaigns, but not for scope=all", async () => {
    expect((await read("")).status).toBe(401);
    expect((await read("scope=all")).status).toBe(200);
  });

  it.each(["limit=0", "limit=101", "limit=ten", "cursor=1", "genre=Chess", "scope=mine"])(
    "refuses ?%s",
    async (query) => {
      const { status, json } = await read(`scope=all&${query}`.replace("scope=all&scope", "scope"));
      expect([status, json.code]).toEqual([422, "validation"]);
    },
  );

  it("answers without /api too, and leaves the page of that path to the web app", async () => {
    const creator = await register(app);
    expect((await call("GET", "/campaigns", { token: creator.token })).json.data).toBeInstanceOf(
      Array,
    );
    const page = await call("GET", "/campaigns", { headers: { accept: "text/html,*/*" } });
    expect(page.json.code).toBe("not_found");
  });
});
