import { join } from "node:path";
import type { Review } from "@fairclick/core/campaigns/reviews";
import { expect, it } from "vitest";
import { serveCanned } from "./testing/canned-api";
import { capture } from "./testing/capture";
import { makeTempFolder } from "./testing/temp-folder";

const root = makeTempFolder();
const env = {
  XDG_CONFIG_HOME: join(root, "config"),
  DATA_DIR: join(root, "data"),
  FAIRCLICK_TOKEN: "fco_ann",
};
const id = "01900000-0000-7000-8000-000000000001";
const review: Review = {
  id,
  campaignId: "01900000-0000-7000-8000-000000000003",
  campaign: "Tower \u001b[31mof Tests",
  developer: "dana",
  subject: "game_url",
  gameUrl: "https://new.example/",
  currentGameUrl: "https://old.example/",
  reasons: ["new_host"],
  payoutMicros: "1500",
  budgetMicros: "15000000",
  waitsSince: "2026-03-02T12:00:00.000Z",
  state: "waiting",
  answer: null,
  decidedBy: null,
  decidedAt: null,
};
const run = (api: { url: string }, ...args: string[]) =>
  capture(["reviews", ...args, "--api", api.url], { env });
const serve = (answer: object) =>
  serveCanned(() => Response.json({ status: "success", ...answer }));

it("lists what waits and why, without terminal control sequences", async () => {
  const rejected = { ...review, state: "rejected", answer: "It is a scam.", decidedBy: "Ann" };
  const api = serve({ data: [review, rejected], nextCursor: null });
  const { exitCode, out } = await run(api, "list");
  expect(exitCode).toBe(0);
  expect(out).not.toContain("\u001b");
  expect(out).toContain("https://new.example/, instead of https://old.example/");
  expect(out).toContain("because no campaign has led to its website before");
  expect(out).toContain("rejected by Ann: It is a scam.");
  expect((await run(serve({ data: [], nextCursor: null }), "list")).out).toBe("None found.\n");
  expect((await run(api, "list", "--state", "great")).exitCode).toBe(2);
});

it.each(["approve", "reject"])("%ss with a reason, after confirmation", async (verb) => {
  const data = {
    action: `campaign.review_${verb}`,
    subject: "campaign:1",
    ...{ before: { state: "waiting" }, after: { state: verb }, applied: true },
  };
  const api = serve({ data });
  expect((await run(api, "decide", verb, id, "--yes")).exitCode).toBe(2);
  expect((await run(api, "decide", verb, id, "--reason", "why")).exitCode).toBe(2);
  expect((await run(api, "decide", verb, id, "--reason", "why", "--yes")).exitCode).toBe(0);
  const sent = api.seen.at(-1);
  expect(sent?.path).toBe(`/api/admin/reviews/${id}/${verb}`);
  expect(sent?.json).toMatchObject({ reason: "why" });
});
