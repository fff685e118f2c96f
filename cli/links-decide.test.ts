import type { OperatorChange } from "@fairclick/core/changes";
import { describe, expect, it } from "vitest";
import { serveCanned } from "./testing/canned-api";
import { capture } from "./testing/capture";
import { fakeTerminal } from "./testing/fake-terminal";

const facts = { creator: "chris", clicksOfLastDay: 1_234, paidOfLastDay: "$3.70" };
const change: OperatorChange = {
  action: "creator.disable_links",
  subject: "user:1",
  before: { ...facts, liveLinks: 3 },
  after: { ...facts, liveLinks: 0 },
  applied: false,
  seen: "3-abc",
};
const api = serveCanned(() => Response.json({ status: "success", data: change }));

function run(...words: string[]) {
  api.seen.length = 0;
  const terminal = fakeTerminal();
  const line = ["links", "decide", ...words, "--reason", "a farm", "--api", api.url];
  return capture(line, { env: { FAIRCLICK_TOKEN: "fco_ann" }, terminal });
}

describe("fairclick links decide disable and enable", () => {
  it("previews what all links of a creator earned before it asks", async () => {
    const { exitCode, err } = await run("disable", "--user", "chris");
    expect(err).toContain("  clicksOfLastDay: 1234\n  paidOfLastDay: $3.70\n  liveLinks: 3 → 0\n");
    expect([exitCode, api.seen.length]).toEqual([1, 1]);
    expect(api.seen[0]).toMatchObject({
      path: "/api/admin/users/chris/links/disable",
      json: { reason: "a farm", dryRun: true },
    });
  });

  it.each([
    ["disable", "--user", "a@b.example", "/api/admin/users/a%40b.example/links/disable"],
    ["enable", "--user", "chris", "/api/admin/users/chris/links/enable"],
    ["disable", "k3Xw9Rab", "--yes", "/api/admin/links/k3Xw9Rab/disable"],
    ["enable", "k3Xw9Rab", "--yes", "/api/admin/links/k3Xw9Rab/enable"],
  ])("%s %s %s", async (...given) => {
    const [verb, first, second, path] = given;
    await run(verb, first, second);
    expect(api.seen[0]?.path).toBe(path);
  });

  it.each([
    ["disable"],
    ["enable"],
    ["disable", "k3Xw9Rab", "--user", "chris"],
    ["enable", "k3Xw9Rab", "--user", "chris"],
  ])("refuses %s %s %s %s: it takes a link or a user", async (...words) => {
    const { exitCode, err } = await run(...words);
    expect([exitCode, api.seen.length]).toEqual([2, 0]);
    expect(err).toContain("Give a link, or --user");
  });
});
