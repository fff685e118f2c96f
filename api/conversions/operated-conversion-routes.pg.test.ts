import { addClick, changeVerdict, judgeAs } from "@fairclick/services/conversions/testing/judge-as";
import { expect, it } from "vitest";
import { launch, register } from "../testing/people";
import { createTestApp } from "../testing/test-app";

const app = await createTestApp();
const { call, owner, db, addOperator } = app;
const { token } = await addOperator("Ann", ["conversions:read"]);
const { token: other } = await addOperator("Bob", ["stats:read"]);

const { developer, id: campaignId } = await launch(app);
const [ann, ben] = [await register(app, "ann"), await register(app, "ben")];
for (const { token: creator } of [ann, ben]) {
  await call("POST", `/api/campaigns/join/${campaignId}`, { token: creator });
}
const key = await call("POST", `/api/campaigns/${campaignId}/keys`, {
  token: developer.token,
  json: { name: "Server" },
});
await call("PUT", `/api/campaigns/${campaignId}/events`, {
  token: developer.token,
  json: { own: ["purchase"], conversion: "joined" },
});
const click = (creatorId: string) => addClick(db, { campaignId, creatorId });
const [paid, waiting, refused] = [await click(ann.id), await click(ann.id), await click(ben.id)];
await judgeAs(owner, paid, "valid");
await judgeAs(owner, refused, "invalid");
const at = app.clock.at.toISOString();
await call("POST", "/api/conversions", {
  token: key.json.data.token,
  json: [
    { clickId: paid, event: "joined", at },
    { clickId: paid, event: "purchase", value: 4.99 },
    { clickId: waiting, event: "joined" },
    { clickId: refused, event: "joined" },
  ],
});

type Listed = { clickId: string; event: string; state: string };
const list = (query = "") => call("GET", `/api/admin/conversions?${query}`, { token });

async function listed(query?: string): Promise<string[]> {
  const { json } = await list(query);
  return json.data.map(({ clickId, event }: Listed) => `${clickId} ${event}`).sort();
}

it("shows each report with its state", async () => {
  const { json } = await list(`click=${paid}&event=purchase`);
  expect(json).toMatchObject({ status: "success", nextCursor: null });
  expect(json.data).toEqual([
    {
      clickId: paid,
      event: "purchase",
      state: "counted",
      valueMicros: "4990000",
      campaignId,
      campaign: expect.any(String),
      creatorId: ann.id,
      creator: ann.username,
      clickedAt: expect.any(String),
      happenedAt: expect.any(String),
      receivedAt: expect.any(String),
    },
  ]);
});

it.each([
  [
    () => `campaign=${campaignId}`,
    () => [`${paid} joined`, `${paid} purchase`, `${waiting} joined`, `${refused} joined`],
  ],
  [() => `creator=${ben.email}`, () => [`${refused} joined`]],
  [
    () => `campaign=${campaignId}&creator=${ann.username}&event=joined`,
    () => [`${paid} joined`, `${waiting} joined`],
  ],
  [() => "state=waiting", () => [`${waiting} joined`]],
  [() => "state=off", () => [`${refused} joined`]],
  [() => "to=2020-01-01T00:00:00Z", () => []],
  [() => "from=2020-01-01T00:00:00Z&state=off", () => [`${refused} joined`]],
])("narrows down %#", async (query, expected) => {
  expect(await listed(query())).toEqual(expected().sort());
});

it("continues after a page, also among reports of the same time", async () => {
  const all = await listed();
  const seen: string[] = [];
  let cursor = "";
  do {
    const { json } = await list(`limit=1${cursor}`);
    seen.push(...json.data.map(({ clickId, event }: Listed) => `${clickId} ${event}`));
    cursor = json.nextCursor ? `&cursor=${json.nextCursor}` : "";
  } while (cursor);
  expect(seen).toHaveLength(4);
  expect(seen.sort()).toEqual(all);
});

it("follows decisions about the click", async () => {
  await changeVerdict(owner, refused, "valid");
  expect(await listed("state=off")).toEqual([]);
  expect(await listed(`creator=${ben.id}&state=counted`)).toEqual([`${refused} joined`]);
});

it.each([
  ["cursor=no", "cursor is not a cursor of this list"],
  ["campaign=tower", "campaign must be the id of a campaign"],
  ["event=Joined!", "event is not an event name"],
  ["state=done", "state must be one of"],
  ["from=monday", "from must be a time"],
])("refuses %s", async (query, message) => {
  const answer = await list(query);
  expect(answer.status).toBe(422);
  expect(answer.json.message).toContain(message);
});

it("requires the scope", async () => {
  expect((await call("GET", "/api/admin/conversions", { token: other })).status).toBe(403);
  expect((await call("GET", "/api/admin/conversions", { token: developer.token })).status).toBe(
    401,
  );
  expect((await call("GET", "/api/admin/conversions")).status).toBe(401);
});
