import { addPendingClicks } from "@fairclick/services/testing/marketplace";
import { expect, it } from "vitest";
import { openStream } from "../testing/open-stream";
import { launch, register } from "../testing/people";
import { createTestApp } from "../testing/test-app";

const app = await createTestApp();
const { call, db, clock } = app;

const { id: campaignId, developer } = await launch(app);
const creator = await register(app, "creator");
const stranger = await register(app);
await call("POST", `/api/campaigns/join/${campaignId}`, { token: creator.token });

const readAll = (addresses: string[]) =>
  addresses.map((address) => `&read=${encodeURIComponent(address)}`).join("");

it("sends the answers of the routes after a click, each as its caller receives it", async () => {
  const own = [
    `/api/links/${campaignId}/stats`,
    `/api/links/${campaignId}/clicks?limit=25`,
    "/api/campaigns/joined?limit=100",
    "/api/users/dashboard",
  ];
  const others = [`/api/campaigns/${campaignId}/stats`, "/api/campaigns/nonsense/links"];
  const stream = await openStream(app, {
    path: `/api/events?link=${campaignId}${readAll([...own, ...others])}`,
    token: creator.token,
    event: "answers",
  });
  clock.at = new Date();
  await addPendingClicks(db, [{ at: clock.at, campaignId, creatorId: creator.id, signals: [] }]);
  const event = await stream.next();
  const { changed, same } = JSON.parse(event?.data ?? "");
  expect(changed.map(({ address }: { address: string }) => address)).toEqual(own);
  expect(same).toEqual([]);
  for (const { address, answer } of changed) {
    expect((await call("GET", address, { token: creator.token })).json).toEqual(answer);
  }
  expect(changed[0].answer.data.clicks.pending).toBe(1);
  await stream.leave();
});

it("sends the newest pages of a developer's lists, and leaves out what is not the caller's", async () => {
  const { token } = developer;
  const { json } = await call("POST", "/api/webhooks", {
    token,
    json: { url: "https://hooks.example.com/fairclick", events: ["campaign.ended"] },
  });
  const addresses = [
    `/api/campaigns/${campaignId}/clicks?limit=25&verdict=valid`,
    "/api/wallet/transactions",
    `/api/webhooks/${json.data._id}/deliveries?limit=20`,
  ];
  const path = `/api/events?${readAll(addresses).slice(1)}`;
  const [own, others] = await Promise.all([
    openStream(app, { path, token, event: "answers" }),
    openStream(app, { path, token: stranger.token, event: "answers" }),
  ]);
  const { changed } = JSON.parse((await own.next())?.data ?? "");
  expect(changed.map(({ address }: { address: string }) => address)).toEqual(addresses);
  expect(changed[1].answer.transactions[0].type).toBe("reservation");
  const foreign = JSON.parse((await others.next())?.data ?? "");
  expect(foreign.changed).toEqual([
    { address: "/api/wallet/transactions", answer: expect.objectContaining({ transactions: [] }) },
  ]);
  await Promise.all([own.leave(), others.leave()]);
});

it.each([
  "/api/users/profile",
  "/api/wallet/transactions.csv",
  `/api/campaigns/${campaignId}/clicks.csv`,
  "/api/admin/users",
  "/api/links/x/../../auth/me",
  "/api/campaigns/x\\..\\..\\wallet\\transactions.csv",
  "/api/campaigns/%2E%2e/stats",
  "//elsewhere.example/api/wallet/summary",
  "https://elsewhere.example/api/wallet/summary",
  "/api/wallet/summary/",
  `/api/wallet/summary?${"x".repeat(500)}`,
])("refuses to follow %s", async (address) => {
  const path = `/api/events?${readAll([address]).slice(1)}`;
  expect((await call("GET", path, { token: stranger.token })).status).toBe(422);
});

it("refuses too many addresses, and readers without a session", async () => {
  const path = `/api/events?${readAll(Array(13).fill("/api/users/dashboard")).slice(1)}`;
  expect((await call("GET", path, { token: developer.token })).status).toBe(422);
  expect((await call("GET", "/api/events?read=/api/users/dashboard")).status).toBe(401);
});

it("opens no stream, and counts none, for a link that is not the caller's", async () => {
  const { token } = stranger;
  for (let time = 0; time < 6; time++) {
    expect((await call("GET", `/api/events?link=${campaignId}`, { token })).status).toBe(404);
  }
  const stream = await openStream(app, { path: "/api/events", token, event: "notices" });
  expect((await stream.next())?.data).toBe('{"unread":0}');
  await stream.leave();
});
