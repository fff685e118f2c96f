import { MAX_PLAYERS_BEYOND_CLICKS, shareLinkLaunchData } from "@fairclick/core/conversions/report";
import { forgetClicks } from "@fairclick/services/clicks/retain";
import { addCountedClicks } from "@fairclick/services/testing/counted-clicks";
import { systemCtx } from "@fairclick/services/testing/system-ctx";
import { beforeEach, expect, it } from "vitest";
import { launch, type Person, register } from "../testing/people";
import { createTestApp } from "../testing/test-app";

const app = await createTestApp();
const { call, db, owner, clock } = app;

let developer: Person;
let campaignId: string;
let creators: { person: Person; launchData: string }[];
let key: string;

beforeEach(async () => {
  ({ developer, id: campaignId } = await launch(app));
  creators = [await join(), await join()];
  key = await createKey(developer, campaignId);
});

async function join() {
  const person = await register(app, "creator");
  await call("POST", `/api/campaigns/join/${campaignId}`, { token: person.token });
  const [link] = await owner<{ code: string }[]>`
    select code from links where campaign_id = ${campaignId} and creator_id = ${person.id}`;
  return { person, launchData: shareLinkLaunchData(link?.code ?? "") };
}

async function createKey({ token }: Person, id: string): Promise<string> {
  const path = `/api/campaigns/${id}/keys`;
  return (await call("POST", path, { token, json: { name: "Game" } })).json.data.token;
}

async function report(json: unknown, token = key): Promise<string[]> {
  const answer = await call("POST", "/api/conversions", { token, json });
  expect(answer.status, answer.text).toBe(200);
  return answer.json.results.map(
    ({ status, reason }: { status: string; reason: string | null }) => reason ?? status,
  );
}

async function overview() {
  const path = `/api/campaigns/${campaignId}/conversions`;
  return (await call("GET", path, { token: developer.token })).json.data;
}

async function readReported({ person }: { person: Person }) {
  const path = `/api/links/${campaignId}/conversions`;
  return (await call("GET", path, { token: person.token })).json.data;
}

const joined = (clickId: string, player: string) => ({ clickId, event: "joined", player });

it("counts each player once, for the link that was reported first, and as nothing else", async () => {
  const [first, second] = creators as [(typeof creators)[0], (typeof creators)[0]];
  const seen = await report([
    joined(first.launchData, "1"),
    joined(first.launchData, "2"),
    joined(first.launchData, "1"),
    joined(second.launchData, "2"),
    joined(second.launchData, "3"),
  ]);
  expect(seen).toEqual(["accepted", "accepted", "duplicate", "duplicate", "accepted"]);
  expect(await report(joined(second.launchData, "1"))).toEqual(["duplicate"]);
  const { creators: shown, ...total } = await overview();
  expect(total).toMatchObject({ reported: 3, conversions: 0, value: 0, waiting: 0 });
  expect(
    new Map(
      shown.map((each: { userId: string; reported: number }) => [each.userId, each.reported]),
    ),
  ).toEqual(
    new Map([
      [first.person.id, 2],
      [second.person.id, 1],
    ]),
  );
  expect(await readReported(first)).toMatchObject({ reported: 2, conversions: 0 });
  const stored = await owner<{ n: number; hashed: boolean }[]>`
    select count(*)::int as n, bool_and(length(player) = 16) as hashed
    from share_link_players where campaign_id = ${campaignId}`;
  expect(stored[0]).toEqual({ n: 3, hashed: true });
});

it("counts concurrent reports of one player once", async () => {
  const [first] = creators;
  const json = Array.from({ length: 50 }, (_, n) => joined(first?.launchData ?? "", `${n % 10}`));
  const seen = await Promise.all([report(json), report(json.toReversed()), report(json)]);
  expect(seen.flat().filter((each) => each === "accepted")).toHaveLength(10);
  expect((await overview()).reported).toBe(10);
});

it("counts the event that is the conversion, and answers reports about clicks beside it", async () => {
  await call("PUT", `/api/campaigns/${campaignId}/events`, {
    token: developer.token,
    json: { own: ["level_3"], conversion: "level_3" },
  });
  const launchData = creators[0]?.launchData ?? "";
  const seen = await report([
    joined(launchData, "1"),
    { clickId: launchData, event: "level_3", player: "1" },
    { clickId: "test", event: "joined" },
    joined(Bun.randomUUIDv7(), "1"),
  ]);
  expect(seen).toEqual(["accepted", "accepted", "test", "unknown_click"]);
  expect((await overview()).reported).toBe(1);
});

it("refuses what names no player, no event of the campaign, or a link of another campaign", async () => {
  const other = await launch(app);
  const foreign = await createKey(other.developer, other.id);
  const launchData = creators[0]?.launchData ?? "";
  expect(await report(joined(launchData, "1"), foreign)).toEqual(["unknown_link"]);
  const seen = await report([
    joined("fc_link_nobody", "1"),
    { clickId: launchData, event: "joined" },
    { clickId: launchData, event: "returned", player: "1" },
    { clickId: launchData, event: "level_3", player: "1" },
    joined(`${launchData}\0`, "1"),
  ]);
  expect(seen).toEqual([
    "unknown_link",
    "needs_player",
    "unknown_link_event",
    "unknown_link_event",
    "bad_click_id",
  ]);
  expect((await overview()).reported).toBe(0);
});

it("takes no more players than a link can have, and keeps the count when it forgets them", async () => {
  const [first] = creators;
  const launchData = first?.launchData ?? "";
  const players = Array.from({ length: 1_000 }, (_, n) => joined(launchData, `${n}`));
  expect(MAX_PLAYERS_BEYOND_CLICKS).toBe(1_000);
  await report(players);
  expect(await report(joined(launchData, "new"))).toEqual(["more_than_clicks"]);
  const click = { campaignId, creatorId: first?.person.id ?? "", at: clock.at };
  await addCountedClicks(db, [click, { ...click, verdict: "invalid" }]);
  expect(await report([joined(launchData, "new"), joined(launchData, "newer")])).toEqual([
    "accepted",
    "accepted",
  ]);
  expect(await report(joined(launchData, "newest"))).toEqual(["more_than_clicks"]);
  const later = systemCtx(db, () => new Date(clock.at.getTime() + 91 * 86_400_000));
  await forgetClicks(later);
  const [left] = await owner<{ n: number }[]>`
    select count(*)::int as n from share_link_players where campaign_id = ${campaignId}`;
  expect(left?.n).toBe(0);
  expect((await overview()).reported).toBe(1_002);
});
