import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { policy } from "@fairclick/core/clicks/policy";
import type { PolicyShadow } from "@fairclick/core/clicks/policy-shadow-schema";
import { beforeEach, expect, it } from "vitest";
import { serveCanned } from "../../../../testing/canned-api";
import { capture } from "../../../../testing/capture";
import { makeTempFolder } from "../../../../testing/temp-folder";

const root = makeTempFolder();
const env = { XDG_CONFIG_HOME: root, DATA_DIR: root, FAIRCLICK_TOKEN: "fco_ann" };
const [startedAt, until] = ["2026-11-20T08:00:00.000Z", "2026-11-21T08:00:00.000Z"];
const valid = { verdict: "valid", reason: null } as const;
const burst = { verdict: "invalid", reason: "ip_burst" } as const;
const repeat = { verdict: "invalid", reason: "device_repeat" } as const;
const shadow: PolicyShadow = {
  ...{ state: "running", startedAt, until, endedAt: null, failure: null, reason: "why" },
  ...{ operator: "Ann", baseVersion: 10, clicks: 1_000, missed: 0, changed: 5, micros: "-1500" },
  differences: [{ name: "burstClicks", from: 4, to: 3 }],
  changes: [
    { from: valid, to: burst, clicks: 3, micros: "-4500" },
    { from: repeat, to: valid, clicks: 2, micros: "3000" },
  ],
  campaigns: [{ campaignId: "a", name: "Tower", changed: 5, micros: "-1500" }],
  creators: [{ creatorId: "b", username: "chris", changed: 5, micros: "-1500" }],
  sample: [{ clickId: "0199", clickedAt: startedAt, from: valid, to: burst }],
  remarks: ["The listed clicks are a sample."],
};
let shown = shadow;
const sent: unknown[] = [];
beforeEach(() => {
  shown = shadow;
  sent.length = 0;
});

const done = { action: "policy.shadow.start", subject: "x", before: {}, after: {}, applied: true };
const api = serveCanned(({ path, json }) => {
  if (json !== undefined) sent.push(json);
  const answers: Record<string, object> = {
    "/api/admin/policy": { data: { ...policy, burstClicks: 3 } },
    "/api/admin/policy/versions": {
      ...{ data: [], nextCursor: null, unseenShadow: { startedAt, endedAt: until } },
    },
  };
  const data = json === undefined ? shown : done;
  return Response.json({ status: "success", data, ...answers[path] });
});
const run = (args: string[], input = "") =>
  capture(["policy", ...args, "--api", api.url], { env, input });
const why = ["--reason", "why", "--yes"];

it("shows the values, the verdicts, the rules, who would gain or lose, and clicks", async () => {
  const { exitCode, out } = await run(["shadow", "show"]);
  expect(exitCode).toBe(0);
  const times = "from 2026-11-20 08:00:00 to 2026-11-21 08:00:00";
  expect(out).toContain(`running, ${times}, started by Ann: why\n`);
  expect(out).toMatch(/^burstClicks +3 +4$/m);
  expect(out).toContain(
    "1,000 clicks judged by both, 5 with another verdict. Creators would have been paid -$0.0015.",
  );
  expect(out).toMatch(/^3 +-\$0\.0045 +invalid +valid$/m);
  expect(out).toMatch(/^2 +\+\$0\.003 +valid +invalid$/m);
  expect(out).toMatch(/^3 +0 +-\$0\.0045 +ip_burst$/m);
  expect(out).toMatch(/^0 +2 +\+\$0\.003 +device_repeat$/m);
  expect(out).toMatch(/^5 +-\$0\.0015 +chris$/m);
  expect(out).toMatch(/^5 +-\$0\.0015 +Tower$/m);
  expect(out).toMatch(/^0199 +2026-11-20 08:00:00 +invalid \(ip_burst\) +valid$/m);
  expect(out).toContain("\nThe listed clicks are a sample.\n");
});

it("says why settlement ended it, and that nothing would change", async () => {
  shown = { ...shadow, state: "failed", endedAt: until, failure: "It was slow.", changed: 0 };
  const { out } = await run(["shadow", "show"]);
  expect(out).toContain("Settlement ended it: It was slow.\n");
  expect(out).toContain("1,000 clicks judged by both, 0 with another verdict.\n");
});

it("starts with a file, standard input or a stored version", async () => {
  const file = join(root, "policy.json");
  writeFileSync(file, '{"burstClicks": 5}');
  expect((await run(["shadow", "start", file, "--for", "24h", ...why])).exitCode).toBe(0);
  await run(["shadow", "start", "-", "--for", "90m", ...why], '{"burstClicks": 6}');
  await run(["shadow", "start", "10", "--for", "2d", ...why]);
  const { version: _, ...values } = policy;
  const common = { reason: "why", dryRun: false };
  expect(sent).toEqual([
    { ...common, policy: { burstClicks: 5 }, minutes: 1_440 },
    { ...common, policy: { burstClicks: 6 }, minutes: 90 },
    { ...common, policy: { ...values, burstClicks: 3 }, minutes: 2_880 },
  ]);
});

it.each(["0h", "31d", "24", "-1h", "5y"])("refuses --for %s", async (time) => {
  const { exitCode, err } = await run(["shadow", "start", "10", `--for=${time}`, ...why]);
  expect([exitCode, sent]).toEqual([2, []]);
  expect(err).toContain("at most 30d");
});

it.each([
  ["no JSON", "{"],
  ["an unknown value", '{"burst": 5}'],
  ["too much text", `{"burstClicks": 5, "x": "${"x".repeat(200_000)}"}`],
])("refuses %s on standard input", async (_name, input) => {
  const { exitCode } = await run(["shadow", "start", "-", "--for", "1h", ...why], input);
  expect([exitCode, sent]).toEqual([2, []]);
});

it("lets `policy apply` and `policy diff` take its policy", async () => {
  await run(["apply", "shadow", ...why]);
  expect(sent).toEqual([{ reason: "why", dryRun: false, policy: { ...policy, burstClicks: 3 } }]);
  expect((await run(["diff", "shadow"])).out).toBe("There is no difference.\n");
});

it("is named by `policy list` when it has ended and nobody has looked at it", async () => {
  const { err } = await run(["list"]);
  expect(err).toBe(
    "The shadow of 2026-11-20 08:00:00 to 2026-11-21 08:00:00 has ended: see `fairclick policy shadow show`.\n",
  );
});
