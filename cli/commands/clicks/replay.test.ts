import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Replay } from "@fairclick/core/clicks/click-replay-schema";
import { expect, it } from "vitest";
import { serveCanned } from "../../testing/canned-api";
import { capture } from "../../testing/capture";
import { makeTempFolder } from "../../testing/temp-folder";

const root = makeTempFolder();
const env = {
  XDG_CONFIG_HOME: join(root, "config"),
  DATA_DIR: join(root, "data"),
  FAIRCLICK_TOKEN: "fco_ann",
};
const replay: Replay = {
  from: "2026-01-31T00:00:00.000Z",
  to: "2026-02-01T00:00:00.000Z",
  clicks: 12_000,
  changed: 5,
  decidedByOperators: 3,
  micros: "6000",
  changes: [
    {
      from: { verdict: "invalid", reason: "ip_burst" },
      to: { verdict: "valid", reason: null },
      clicks: 5,
      micros: "6000",
    },
  ],
  campaigns: [
    {
      campaignId: "01900000-0000-7000-8000-000000000001",
      name: "Tower of Tests",
      clicks: 12_000,
      changed: 5,
      micros: "6000",
    },
  ],
  creators: [
    {
      creatorId: "01900000-0000-7000-8000-000000000002",
      username: "chris",
      changed: 5,
      micros: "6000",
    },
  ],
  remarks: [
    "heldDays has no effect on a replay: signals and decisions that depend on it are kept.",
  ],
};
const serve = (data: Replay) => serveCanned(() => Response.json({ status: "success", data }));
const span = ["--from", "2026-01-31T00:00:00Z", "--to", "2026-02-01T00:00:00Z"];
const run = (api: { url: string }, ...args: string[]) =>
  capture(["clicks", "replay", ...span, ...args, "--api", api.url], { env });

it("shows which verdicts would change, and the amount", async () => {
  const api = serve(replay);
  const { exitCode, out } = await run(api);
  expect(exitCode).toBe(0);
  expect(out).toMatchInlineSnapshot(`
    "12,000 clicks judged again, 5 with another verdict.
    3 keep the verdict of an operator.
    Creators would have been paid $0.006 more.

    clicks  paid     now                 then
    5       +$0.006  invalid (ip_burst)  valid

    clicks  changed  paid     campaign
    12,000  5        +$0.006  Tower of Tests

    heldDays has no effect on a replay: signals and decisions that depend on it are kept.
    "
  `);
  expect(api.seen.at(-1)?.path).toBe("/api/admin/clicks/replay");
});

it("says when no verdict would change, and prints the whole result with --json", async () => {
  const same = { ...replay, changed: 0, micros: "0", changes: [], remarks: [] };
  const { out } = await run(serve(same));
  expect(out).toBe("12,000 clicks judged again, 0 with another verdict.\n");
  const { out: json } = await run(serve(replay), "--json");
  expect(JSON.parse(json)).toEqual(replay);
});

it("reads a policy from a file, and reports its problems before it asks", async () => {
  const file = join(root, "policy.json");
  const api = serve(replay);
  for (const [text, message] of [
    ['{"burstClicks": 1}', "burstClicks"],
    ['{"burst": 5}', "burst"],
    ["{", "cannot be read"],
  ] as const) {
    writeFileSync(file, text);
    const { exitCode, err } = await run(api, "--policy", file);
    expect([exitCode, err]).toEqual([2, expect.stringContaining(message)]);
  }
  expect((await run(api, "--policy", join(root, "none.json"))).exitCode).toBe(2);
  expect(api.seen).toEqual([]);
  writeFileSync(file, '{"burstClicks": 6, "effects": {"vpn": "note"}}');
  expect((await run(api, "--policy", file)).exitCode).toBe(0);
});

it("requires a start and an end", async () => {
  const api = serve(replay);
  const { exitCode } = await capture(["clicks", "replay", "--api", api.url], { env });
  expect(exitCode).toBe(2);
});
