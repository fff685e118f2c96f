import { addCampaign, addPendingClicks } from "@fairclick/services/testing/marketplace";
import { expect, it } from "vitest";
import { launch, register } from "../testing/people";
import { createTestApp } from "../testing/test-app";

const appUrl = "https://fairclick.example";
const app = await createTestApp({ config: { appUrl } });
const { token } = await app.addOperator("Ann", ["campaigns:read"]);
const find = async (what: string) => {
  const query = new URLSearchParams({ what });
  const { json, status } = await app.call("GET", `/api/admin/pages?${query}`, { token });
  return status === 200 ? json.data : [status, json.message];
};

const { id: campaign, developer } = await launch(app);
const creator = await register(app, "creator");
await app.call("POST", `/api/campaigns/join/${campaign}`, { token: creator.token });
const { json: links } = await app.call("GET", `/api/campaigns/${campaign}/links`, {
  token: developer.token,
});
const code: string = links.data[0].code;
await app.owner`update campaigns set name = 'Tower of Tides' where id = ${campaign}`;

it("finds a campaign by id and by name", async () => {
  const page = { kind: "campaign", id: campaign, url: `${appUrl}/campaigns/${campaign}` };
  for (const what of [campaign, campaign.toUpperCase(), "tower of tides", " Tower of Tides "]) {
    expect(await find(what)).toMatchObject(page);
  }
  const { id: other } = await addCampaign(app.db);
  await app.owner`update campaigns set name = 'TOWER of Tides' where id = ${other}`;
  expect(await find("Tower of Tides")).toEqual([409, expect.stringContaining(other)]);
});

it("finds the campaign's page for a link, never the link itself", async () => {
  expect(await find(code)).toMatchObject({
    ...{ kind: "link", id: code, url: `${appUrl}/campaigns/${campaign}` },
  });
});

it("finds the page with a click's receipt", async () => {
  const [click = ""] = await addPendingClicks(app.db, [
    { at: app.clock.at, campaignId: campaign, creatorId: creator.id },
  ]);
  expect(await find(click)).toMatchObject({
    ...{ kind: "click", id: click, url: `${appUrl}/app/links/${campaign}` },
  });
});

it.each([
  crypto.randomUUID(),
  "Tower",
  "%",
  "../../etc/passwd",
  "javascript:alert(1)",
  "https://evil.example/",
  "\u001b]0;x\u0007",
])("does not find %j", async (what) => {
  expect(await find(what)).toEqual([404, expect.stringContaining("There is no campaign")]);
});

it("needs the scope campaigns:read", async () => {
  const other = await app.addOperator("Bob", ["ledger:read"]);
  const { status } = await app.call("GET", "/api/admin/pages?what=x", { token: other.token });
  expect(status).toBe(403);
});
