import { describe, expect, it } from "vitest";
import { campaignInput, deposit, launch, register } from "../testing/people";
import { createTestApp } from "../testing/test-app";

const app = await createTestApp();
const { call } = app;

describe("a URL that points to this installation", () => {
  const config = { appUrl: "https://fairclick.gg", trackingUrl: "https://go.fairclick.gg:8443" };
  const ownHosts = [
    "https://fairclick.gg/app",
    "http://FAIRCLICK.gg.:81/",
    "https://go.fairclick.gg/x",
  ];

  it.each(ownHosts)("is refused in a new campaign and in a trailer link: %s", async (url) => {
    const other = await createTestApp({ config });
    const { developer, id } = await launch(other);
    const { token } = developer;
    const json = campaignInput(other, { gameUrl: url });
    const created = await other.call("POST", "/api/campaigns", { token, json });
    expect([created.status, created.json.issues]).toEqual([
      422,
      [{ path: "gameUrl", message: "Game URL must not lead back to Fairclick" }],
    ]);
    const edited = await other.call("PATCH", `/api/campaigns/${id}`, {
      token,
      json: { trailerLink: url },
    });
    expect([edited.status, edited.json.message]).toEqual([
      422,
      "Trailer link must not lead back to Fairclick",
    ]);
  });
});

describe("campaigns that wait for funds", () => {
  it("are limited to 20 per user, also for concurrent requests and after ending some", async () => {
    const { token, id: developerId } = await register(app);
    const create = () => call("POST", "/api/campaigns", { token, json: campaignInput(app) });
    const answers = await Promise.all(Array.from({ length: 24 }, create));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(20);
    const refused = answers.find(({ status }) => status !== 201);
    expect(refused?.status).toBe(409);
    expect(refused?.json.message).toContain("At most 20 of your campaigns can wait for funds");

    const { json } = await call("GET", "/api/campaigns/my-campaigns", { token });
    expect((await call("POST", `/api/campaigns/${json.data[0]._id}/end`, { token })).status).toBe(
      200,
    );
    expect((await create()).status).toBe(409);
    await app.owner`update campaigns set created_at = created_at - interval '25 hours'
      where developer_id = ${developerId}`;
    expect((await create()).status).toBe(201);
    expect((await create()).status).toBe(409);
  });

  it("do not prevent launching one that the wallet covers", async () => {
    const person = await register(app);
    const { token } = person;
    const create = () => call("POST", "/api/campaigns", { token, json: campaignInput(app) });
    for (let n = 0; n < 20; n += 1) await create();
    await deposit(app, person, 15);
    expect((await create()).json.data.status).toBe("ACTIVE");
  });
});
