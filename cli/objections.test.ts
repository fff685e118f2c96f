import { join } from "node:path";
import type { Objection, ObjectionDetail } from "@fairclick/core/clicks/objections-schema";
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
const objection: Objection = {
  id,
  state: "open",
  text: "Nobody \u001b[31marrived.",
  filter: { country: "DE" },
  clicks: 12,
  objectedAt: "2026-03-02T12:00:00.000Z",
  answer: null,
  answeredAt: null,
  reversedClicks: 0,
  campaignId: "01900000-0000-7000-8000-000000000003",
  campaign: "Tower of Tests",
  developer: "dana",
  micros: "18000",
  reversedMicros: "0",
  answeredBy: null,
  record: { upheld: 1, dismissed: 4, objectedClicks: 12, validClicks: 30 },
};
const run = (api: { url: string }, ...args: string[]) =>
  capture(["objections", ...args, "--api", api.url], { env });
const serve = (answer: object) =>
  serveCanned(() => Response.json({ status: "success", ...answer }));

it("lists objections with the developer's record, without terminal control sequences", async () => {
  const answered = {
    ...objection,
    ...{ state: "upheld", answer: "One machine.", answeredBy: "Ann", reversedClicks: 11 },
  };
  const api = serve({ data: [objection, answered], nextCursor: null });
  const { exitCode, out } = await run(api, "list");
  expect(exitCode).toBe(0);
  expect(out).not.toContain("\u001b");
  expect(out).toContain("dana on Tower of Tests");
  expect(out).toContain("12 paid with $0.018, selected by country DE");
  expect(out).toContain("1 upheld, 4 dismissed; objected to 12 clicks");
  expect(out).toContain("upheld by Ann, 11 clicks reversed: One machine.");
  expect((await run(serve({ data: [], nextCursor: null }), "list")).out).toBe("None found.\n");
  expect((await run(api, "list", "--state", "great")).exitCode).toBe(2);
});

it("shows the clicks by creator, and the newest of them", async () => {
  const click = {
    clickedAt: "2026-03-01T12:00:00.000Z",
    ...({ creator: "chris", verdict: "valid", country: "DE", device: "phone" } as const),
  };
  const data: ObjectionDetail = {
    ...objection,
    creators: [{ creatorId: id, creator: "chris", clicks: 25, valid: 24, joined: 3, returned: 1 }],
    items: Array.from({ length: 25 }, (_, i) => ({ ...click, id: `click-${i}` })),
  };
  const { exitCode, out } = await run(serve({ data }), "show", id);
  expect(exitCode).toBe(0);
  expect(out).toContain("chris: 25 clicks, 24 still valid, 3 joined the game, 1 returned");
  expect(out).toContain("click-19");
  expect(out).not.toContain("click-20");
  expect(out).toContain("and 5 more");
});

it("answers with an act, a category and a reason, after confirmation", async () => {
  const data = {
    action: "objection.uphold",
    subject: `objection:${id}`,
    before: { state: "open" },
    after: { state: "upheld", reversedClicks: 12, reversedMicros: "18000" },
    applied: true,
  };
  const api = serve({ data });
  const given = ["decide", "uphold", id, "--category", "bot_traffic"];
  expect((await run(api, ...given)).exitCode).toBe(2);
  expect((await run(api, "decide", "maybe", id, "--reason", "why", "--yes")).exitCode).toBe(2);
  expect((await run(api, ...given, "--reason", "why")).exitCode).toBe(2);
  const { exitCode, out } = await run(api, ...given, "--reason", "why", "--yes");
  expect(exitCode).toBe(0);
  expect(out).toContain("Done.");
  const sent = api.seen.at(-1);
  expect(sent?.path).toBe(`/api/admin/objections/${id}/answer`);
  expect(sent?.json).toMatchObject({ state: "upheld", category: "bot_traffic", reason: "why" });
});
