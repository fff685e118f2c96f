import { join } from "node:path";
import type { Appeal } from "@fairclick/core/clicks/appeals";
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
const appeal: Appeal = {
  id,
  clickId: "01900000-0000-7000-8000-000000000002",
  clickedAt: "2026-03-01T12:00:00.000Z",
  campaignId: "01900000-0000-7000-8000-000000000003",
  campaign: "Tower of Tests",
  creatorId: "01900000-0000-7000-8000-000000000004",
  creator: "chris",
  text: "My viewers \u001b[31mreally clicked this.",
  appealedAt: "2026-03-02T12:00:00.000Z",
  verdict: "invalid",
  reason: "known_bot",
  micros: "1500",
  state: "open",
  answer: null,
  answeredBy: null,
  answeredAt: null,
};
const run = (api: { url: string }, ...args: string[]) =>
  capture(["appeals", ...args, "--api", api.url], { env });
const serveList = (data: Appeal[]) =>
  serveCanned(() => Response.json({ status: "success", data, nextCursor: null }));

it("lists the creators' texts without terminal control sequences", async () => {
  const answered: Appeal = {
    ...appeal,
    state: "declined",
    answer: "It was a program.",
    answeredBy: "Ann",
  };
  const { exitCode, out } = await run(serveList([appeal, answered]), "list");
  expect(exitCode).toBe(0);
  expect(out).not.toContain("\u001b");
  expect(out).toContain("chris on Tower of Tests");
  expect(out).toContain("invalid (known_bot), $0.0015");
  expect(out).toContain("declined by Ann: It was a program.");
  expect((await run(serveList([]), "list", "--state", "accepted")).out).toBe("None found.\n");
  expect((await run(serveList([]), "list", "--state", "great")).exitCode).toBe(2);
});

it("prints one appeal per line with --json", async () => {
  const { out } = await run(serveList([appeal, appeal]), "list", "--json");
  expect(
    out
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line)),
  ).toEqual([appeal, appeal]);
});

it.each([
  ["accept", "appeal.accept"],
  ["decline", "appeal.decline"],
])("%ss with a reason, after confirmation", async (verb, action) => {
  const data = {
    action,
    subject: `appeal:${id}`,
    before: { state: "open" },
    after: { state: `${verb}ed` },
    applied: true,
  };
  const api = serveCanned(() => Response.json({ status: "success", data }));
  expect((await run(api, "decide", verb, id)).exitCode).toBe(2);
  expect((await run(api, "decide", verb, id, "--reason", "why")).exitCode).toBe(2);
  const { exitCode, out } = await run(api, "decide", verb, id, "--reason", "why", "--yes");
  expect(exitCode).toBe(0);
  expect(out).toContain("Done.");
  expect(api.seen.at(-1)?.path).toBe(`/api/admin/appeals/${id}/${verb}`);
});
