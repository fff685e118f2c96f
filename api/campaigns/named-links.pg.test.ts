import { addCountedClicks } from "@fairclick/services/testing/counted-clicks";
import { expect, it } from "vitest";
import { launch, type Person, register } from "../testing/people";
import { createTestApp } from "../testing/test-app";

const app = await createTestApp();
const { call, db, owner } = app;

async function join() {
  const { id } = await launch(app);
  const creator = await register(app, "creator");
  const { json } = await call("POST", `/api/campaigns/join/${id}`, { token: creator.token });
  return { id, creator, shortLink: json.data.shortLink as string };
}

const add = (id: string, { token }: Person, name: unknown) =>
  call("POST", `/api/links/${id}/names`, { token, json: { name } });
const remove = (id: string, { token }: Person, name: string) =>
  call("DELETE", `/api/links/${id}/names/${name}`, { token });
const list = (id: string, { token }: Person) => call("GET", `/api/links/${id}/names`, { token });
const names = (data: { name: string }[]) => data.map(({ name }) => name);

it("adds and removes names, each with its short address and its own figures", async () => {
  const { id, creator, shortLink } = await join();
  expect((await list(id, creator)).json.data).toEqual([]);
  const none = { total: 0, valid: 0, invalid: 0, held: 0, unpaid: 0 };
  const added = await add(id, creator, " Video-12 ");
  expect([added.status, added.json.data]).toEqual([
    200,
    [
      {
        name: "video-12",
        link: `${shortLink}/video-12`,
        removed: false,
        clicks: none,
        earnings: 0,
      },
    ],
  ]);
  await add(id, creator, "bio");
  expect(names((await add(id, creator, "bio")).json.data)).toEqual(["video-12", "bio"]);
  const counted = [
    { linkName: "bio", at: new Date("2026-11-01") },
    { linkName: "bio", at: new Date("2026-11-02") },
    { linkName: "old", at: new Date("2026-11-02") },
  ].map((click) => ({ ...click, campaignId: id, creatorId: creator.id }));
  await addCountedClicks(db, [
    ...counted.map((click) => ({ ...click, times: 2 })),
    ...counted.map((click) => ({ ...click, verdict: "invalid" as const })),
  ]);
  await remove(id, creator, "video-12");
  const { json } = await remove(id, creator, "video-12");
  expect(json.data).toMatchObject([
    { name: "bio", removed: false, clicks: { total: 6, valid: 4, invalid: 2 }, earnings: 0.006 },
    { name: "old", removed: true, clicks: { total: 3, valid: 2, invalid: 1 }, earnings: 0.003 },
  ]);
  const audit = await db.sql`
    select after from audit_log where subject = ${`link:${id}:${creator.id}`} and action = 'link.names'
    order by id`;
  expect(audit.map(({ after }) => after.names)).toEqual(["video-12", "video-12 bio", "bio"]);
});

it("has 20 names at a time and 100 altogether", async () => {
  const { id, creator } = await join();
  for (let number = 1; number <= 20; number += 1) await add(id, creator, `v${number}`);
  const full = await add(id, creator, "v21");
  expect([full.status, full.json.message]).toEqual([
    409,
    "A link has at most 20 names. Remove one first.",
  ]);
  await remove(id, creator, "v1");
  await owner`update links set names_added = 99 where campaign_id = ${id}`;
  expect((await add(id, creator, "v21")).status).toBe(200);
  await remove(id, creator, "v21");
  expect((await add(id, creator, "v21")).json.message).toMatch(/^You have added 100 names/);
});

it("does not exceed the limit when names are added at once", async () => {
  const { id, creator } = await join();
  const many = Array.from({ length: 30 }, (_, number) => add(id, creator, `at-once-${number}`));
  const statuses = (await Promise.all(many)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(20);
  expect((await list(id, creator)).json.data).toHaveLength(20);
});

it.each(["", "a b", "../admin", "-bio", "ä", "x".repeat(25), "<b>", 7, null])(
  "refuses the name %j",
  async (name) => {
    const { id, creator } = await join();
    expect((await add(id, creator, name)).status).toBe(422);
  },
);

it("is the creator's own", async () => {
  const { id, creator } = await join();
  await add(id, creator, "bio");
  const other = await register(app);
  for (const answer of [
    await list(id, other),
    await add(id, other, "x"),
    await remove(id, other, "bio"),
  ]) {
    expect(answer.status).toBe(404);
  }
  expect((await call("GET", `/api/links/${id}/names`)).status).toBe(401);
  expect(names((await list(id, creator)).json.data)).toEqual(["bio"]);
});
