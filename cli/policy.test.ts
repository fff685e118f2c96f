import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { policy } from "@fairclick/core/clicks/release-policy";
import { expect, it } from "vitest";
import { serveCanned } from "./testing/canned-api";
import { capture } from "./testing/capture";
import { makeTempFolder, operatorEnv } from "./testing/temp-folder";

const root = makeTempFolder();
const env = operatorEnv(root);
const sent: unknown[] = [];
const api = serveCanned(({ path, json }) => {
  if (path.endsWith("/apply")) {
    sent.push(json);
    return Response.json({
      status: "success",
      data: { action: "policy.apply", subject: "policy:11", before: {}, after: {}, applied: true },
    });
  }
  return Response.json({ status: "success", data: policy });
});
const run = (...args: string[]) => capture(["policy", ...args, "--api", api.url], { env });
const file = join(root, "policy.json");

it("shows the current policy, with --json as a file that can be applied", async () => {
  const { exitCode, out } = await run("show");
  expect(exitCode).toBe(0);
  expect(out).toContain("burstClicks                4\n");
  expect(out).toMatch(/^vpn +held$/m);
  const { out: json } = await run("show", "--json");
  writeFileSync(file, json);
  sent.length = 0;
  expect((await run("apply", file, "--reason", "why", "--dry-run")).exitCode).toBe(0);
  expect(sent).toEqual([{ reason: "why", dryRun: true, policy }]);
});

it("rejects an invalid policy", async () => {
  writeFileSync(file, '{"burstClicks": "many"}');
  const { exitCode, err } = await run("apply", file, "--reason", "why", "--dry-run");
  expect([exitCode, err]).toEqual([2, expect.stringContaining("burstClicks")]);
});

it("goes back to a stored version: its values become the next version", async () => {
  sent.length = 0;
  expect((await run("apply", "10", "--reason", "why", "--yes")).exitCode).toBe(0);
  const { version: _, ...values } = policy;
  expect(sent).toEqual([{ reason: "why", dryRun: false, policy: values }]);
});

it.each(["abc", "1.5", "-1"])("refuses to go back to the version %s", async (version) => {
  sent.length = 0;
  const { exitCode, err } = await capture(
    ["policy", "apply", "--reason", "why", "--api", api.url, "--", version],
    { env },
  );
  expect([exitCode, err, sent]).toEqual([2, expect.stringContaining("cannot be read"), []]);
});
