import type { OperatorChange } from "@fairclick/core/changes";
import { expect, it } from "vitest";
import { serveCanned } from "./testing/canned-api";
import { capture } from "./testing/capture";
import { fakeTerminal } from "./testing/fake-terminal";
import { findUnsafe, HOSTILE } from "./testing/hostile";

const members = `${HOSTILE} (3 clicks $0.03); bob (suspended already)`;
const change: OperatorChange = {
  ...{ action: "attack.act", subject: "attack:new", applied: false, seen: "7-abc-1" },
  before: { accounts: 2, members, suspended: 1 },
  after: { accounts: 2, members, suspended: 2, reversed: "$0.03" },
};
const api = serveCanned(() => Response.json({ status: "success", data: change }));

function run(...words: string[]) {
  api.seen.length = 0;
  const line = ["users", "act", ...words, "--reason", "one bank", "--api", api.url];
  const terminal = fakeTerminal({ confirm: async () => true });
  return capture(line, { env: { FAIRCLICK_TOKEN: "fco_ann" }, terminal });
}

it("previews everybody and the sums, and applies exactly what the preview counted", async () => {
  const { exitCode, err } = await run(
    "ann",
    "bob",
    "--suspend",
    "--reverse",
    "--from",
    "2026-01-31",
  );
  expect(err).toContain("  suspended: 1 → 2\n  reversed: none → $0.03\n");
  expect(err).toContain("bob (suspended already)");
  expect(findUnsafe(err)).toEqual([]);
  const acts = ["reverse", "suspend"];
  const from = "2026-01-31T00:00:00.000Z";
  expect(api.seen).toMatchObject([
    { path: "/api/admin/users/act", json: { users: ["ann", "bob"], acts, from, dryRun: true } },
    { json: { users: ["ann", "bob"], acts, reason: "one bank", dryRun: false, seen: "7-abc-1" } },
  ]);
  expect(exitCode).toBe(0);
});

it("undoes an act, and acts on the accounts of a case", async () => {
  await run("--undo", "01900000-0000-7000-8000-000000000001", "--yes");
  expect(api.seen[0]?.json).toMatchObject({ undo: "01900000-0000-7000-8000-000000000001" });
  await run("--case", "01900000-0000-7000-8000-000000000001", "--hold", "--yes");
  expect(api.seen[0]?.json).toMatchObject({ users: [], acts: ["hold"] });
});
