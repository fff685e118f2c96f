import { expect, it } from "vitest";
import { campaignInput, launch, type Person, register } from "../testing/people";
import { createTestApp } from "../testing/test-app";

const app = await createTestApp();
const { call, db } = app;

type Content = { categories?: string[]; platforms?: string[] };

const content = ({ categories = [], platforms = [] }: Content) => ({ categories, platforms });
const declare = ({ token }: Person, made: Content) =>
  call("PUT", "/api/users/profile/content", { token, json: content(made) });
const join = ({ token }: Person, id: string) =>
  call("POST", `/api/campaigns/join/${id}`, { token });
const edit = (id: string, { token }: Person, wanted: Content) =>
  call("PATCH", `/api/campaigns/${id}`, { token, json: { wanted: content(wanted) } });

async function registerCreator(made: Content): Promise<Person> {
  const creator = await register(app, "creator");
  await declare(creator, made);
  return creator;
}

it("lets only creators join whose profile says what the campaign wants", async () => {
  const wanted = content({ categories: ["Roblox", "Tutorials"], platforms: ["YouTube"] });
  const { id } = await launch(app, { wanted });
  expect((await call("GET", `/api/campaigns/${id}`)).json.data.wanted).toEqual(wanted);
  const silent = await register(app, "creator");
  const refused = await join(silent, id);
  expect([refused.status, refused.json.code, refused.json.message]).toEqual([
    403,
    "not_wanted",
    "This campaign wants creators of: Roblox or Tutorials, on YouTube. Your profile says: nothing yet. If that is not what you make, change it in your profile, then join.",
  ]);
  const elsewhere = await registerCreator({ categories: ["Roblox"], platforms: ["TikTok"] });
  expect((await join(elsewhere, id)).status).toBe(403);
  const fitting = await registerCreator({
    categories: ["Art", "Tutorials"],
    platforms: ["YouTube"],
  });
  const joined = await join(fitting, id);
  expect([joined.status, joined.json.data.wanted]).toEqual([200, wanted]);
  await declare(fitting, {});
  const stillJoined = await call("GET", "/api/campaigns/joined", { token: fitting.token });
  expect(stillJoined.json.data).toHaveLength(1);
});

it("keeps what a creator says in the profile and in the audit log", async () => {
  const creator = await registerCreator({ categories: ["Roblox"], platforms: ["X"] });
  const { json } = await call("GET", "/api/users/profile", { token: creator.token });
  expect(json.content).toEqual({ categories: ["Roblox"], platforms: ["X"] });
  const audit = await db.sql`
    select before, after from audit_log
    where subject = ${`user:${creator.id}`} and action = 'user.change_content'`;
  expect(audit).toEqual([
    {
      before: { categories: "", platforms: "" },
      after: { categories: "Roblox", platforms: "X" },
    },
  ]);
  expect((await declare(creator, { categories: ["Spam"] })).status).toBe(422);
  expect((await call("PUT", "/api/users/profile/content", { json: content({}) })).status).toBe(401);
});

it("can be changed freely until somebody has joined, and then only widened", async () => {
  const { id, developer } = await launch(app, { wanted: content({ categories: ["Art"] }) });
  expect((await edit(id, developer, { categories: ["Roblox"] })).status).toBe(200);
  await join(await registerCreator({ categories: ["Roblox"] }), id);
  const refused = await edit(id, developer, { categories: ["Art"] });
  expect([refused.status, refused.json.message]).toEqual([
    409,
    "Creators have joined this campaign: you can name more categories and platforms, or none, but not fewer.",
  ]);
  const narrower = await edit(id, developer, { categories: ["Roblox"], platforms: ["X"] });
  expect(narrower.status).toBe(409);
  const wider = await edit(id, developer, { categories: ["Art", "Roblox"] });
  expect(wider.json.data.wanted).toEqual(content({ categories: ["Roblox", "Art"] }));
  const all = await edit(id, developer, {});
  expect(all.json.data.wanted).toEqual(content({}));
  const audit = await db.sql`
    select before, after from audit_log
    where subject = ${`campaign:${id}`} and action = 'campaign.edit' order by id desc limit 1`;
  expect([audit[0]?.before.wantedCategories, audit[0]?.after.wantedCategories]).toEqual([
    "Roblox, Art",
    "",
  ]);
});

it("lists what fits first, page by page, or leaves out campaigns that want others", async () => {
  const tag = crypto.randomUUID().slice(0, 6);
  const named = async (name: string, wanted: Content) =>
    launch(app, { name: `${tag} ${name}`, wanted: content(wanted) });
  await named("art", { categories: ["Art"] });
  await named("all", {});
  await named("art on x", { categories: ["Art"], platforms: ["X"] });
  await named("music", { categories: ["Music"] });
  await named("tiktok", { platforms: ["TikTok"] });
  const creator = await registerCreator({ categories: ["Art"], platforms: ["TikTok"] });
  const list = async (query: string) => {
    const { token } = creator;
    const { json } = await call("GET", `/api/campaigns?search=${tag}&${query}`, { token });
    const names: string[] = json.data.map((each: { name: string }) => each.name.slice(7));
    return { names, next: json.nextCursor };
  };
  const byFit = ["tiktok", "art", "all", "music", "art on x"];
  expect((await list("sort=fit")).names).toEqual(byFit);
  expect((await list("sort=fit&fit=only")).names).toEqual(byFit.slice(0, 3));
  expect((await list("")).names).toEqual(["tiktok", "music", "art on x", "all", "art"]);
  const pages: string[] = [];
  let cursor = "";
  do {
    const page = await list(`sort=fit&limit=2${cursor}`);
    pages.push(...page.names);
    cursor = page.next ? `&cursor=${page.next}` : "";
  } while (cursor);
  expect(pages).toEqual(byFit);
  expect((await call("GET", "/api/campaigns?scope=all&sort=fit")).status).toBe(401);
});

it("refuses what is not on the lists", async () => {
  const developer = await register(app);
  for (const wanted of [{ categories: ["Spam"], platforms: [] }, { categories: [] }, "Art", null]) {
    const json = campaignInput(app, { wanted });
    expect((await call("POST", "/api/campaigns", { token: developer.token, json })).status).toBe(
      422,
    );
  }
});
