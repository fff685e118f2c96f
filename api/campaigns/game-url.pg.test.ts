import { addPendingClicks } from "@fairclick/services/testing/marketplace";
import { expect, it } from "vitest";
import { launch, register } from "../testing/people";
import { createTestApp } from "../testing/test-app";

const app = await createTestApp({ config: { trustedHosts: ["roblox.com", "game.example"] } });
const { call, db, owner, clock, addOperator } = app;

const change = (id: string, token: string, gameUrl: unknown) =>
  call("PATCH", `/api/campaigns/${id}`, { token, json: { gameUrl } });

async function launchWithCreator() {
  const { id, developer } = await launch(app);
  const creator = await register(app, "creator");
  await call("POST", `/api/campaigns/join/${id}`, { token: creator.token });
  return { id, developer, creator };
}

it("changes the address, writes it to the audit log, and tells each click's address", async () => {
  const { id, developer, creator } = await launchWithCreator();
  const operator = await addOperator("Ann", ["clicks:read"]);
  const minutesAgo = (count: number) => new Date(clock.at.getTime() - count * 60_000);
  const clickAt = async (at: Date) => {
    await addPendingClicks(db, [{ at, campaignId: id, creatorId: creator.id }]);
    const [row] = await db.sql`
      select id from pending_clicks where campaign_id = ${id} order by clicked_at desc limit 1`;
    return row?.id as string;
  };
  const start = clock.at;
  const clicks = [await clickAt(minutesAgo(5))];
  const addresses = ["https://game.example/one", "https://game.example/two"];
  for (const gameUrl of addresses) {
    const { status, json } = await change(id, developer.token, gameUrl);
    expect([status, json.data.gameUrl]).toEqual([200, gameUrl]);
    clock.at = new Date(clock.at.getTime() + 60_000);
    clicks.push(await clickAt(minutesAgo(0.5)));
  }
  const shown = await Promise.all(
    clicks.map((click) =>
      call("GET", `/api/admin/clicks/${click}`, { token: operator.token }).then(
        ({ json }) => json.data.gameUrl,
      ),
    ),
  );
  expect(shown).toEqual(["https://www.roblox.com/games/1", ...addresses]);
  const audit = await db.sql`
    select actor_id, before, after from audit_log
    where subject = ${`campaign:${id}`} and action = 'campaign.change_game_url' order by id`;
  expect(audit[0]).toEqual({
    actorId: developer.id,
    before: { gameUrl: "https://www.roblox.com/games/1" },
    after: { gameUrl: addresses[0] },
  });
  expect(audit).toHaveLength(2);
  await change(id, developer.token, addresses[1]);
  expect(await db.sql`select from former_game_urls where campaign_id = ${id}`).toHaveLength(2);
  await expect(owner`update former_game_urls set game_url = 'x'`).rejects.toThrow();
  clock.at = start;
});

it("refuses what a new campaign refuses, other people, and campaigns that have ended", async () => {
  const { id, developer } = await launch(app);
  const stranger = await register(app);
  const { appUrl } = app.deps.config;
  for (const wrong of ["javascript:alert(1)", "http://127.0.0.1/", `${appUrl}/r/x`, "", 7]) {
    const { status, json } = await change(id, developer.token, wrong);
    expect([wrong, status, json.issues[0].path]).toEqual([wrong, 422, "gameUrl"]);
  }
  const valid = "https://game.example/";
  expect((await change(id, stranger.token, valid)).status).toBe(403);
  await call("POST", `/api/campaigns/${id}/end`, { token: developer.token });
  expect((await change(id, developer.token, valid)).status).toBe(409);
  const { json } = await call("GET", `/api/campaigns/${id}`);
  expect(json.data.gameUrl).toBe("https://www.roblox.com/games/1");
  expect(await db.sql`select from former_game_urls where campaign_id = ${id}`).toEqual([]);
});
