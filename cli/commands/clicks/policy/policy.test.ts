import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { listTrials } from "@fairclick/core/clicks/list-trials";
import { policy } from "@fairclick/core/clicks/policy";
import { expect, it } from "vitest";
import { serveCanned } from "../../../testing/canned-api";
import { capture } from "../../../testing/capture";
import { makeTempFolder } from "../../../testing/temp-folder";

const root = makeTempFolder();
const env = {
  XDG_CONFIG_HOME: join(root, "config"),
  DATA_DIR: join(root, "data"),
  FAIRCLICK_TOKEN: "fco_ann",
};
const shares = { joined: 300, returned: 100, developers: 4 };
const accepted = { clicks: 10_000, joined: 2_000, returned: 500 };
const trials = listTrials([
  { ...shares, signal: "ip_burst", clicks: 2_000, accepted, others: { clicks: 900, returned: 60 } },
  { ...shares, signal: "vpn", clicks: 2_000, accepted, others: { clicks: 900, returned: 60 } },
]);
const api = serveCanned(({ path }) =>
  Response.json({
    status: "success",
    data: path.startsWith("/api/admin") ? policy : { trials: { rules: trials } },
  }),
);
const run = (...args: string[]) => capture(["policy", ...args, "--api", api.url], { env });
const file = join(root, "policy.json");

it("shows the current policy, with --json as a file without differences", async () => {
  const { exitCode, out } = await run("show");
  expect(exitCode).toBe(0);
  expect(out).toContain("burstClicks                4\n");
  expect(out).toMatch(/^vpn +held$/m);
  const { out: json } = await run("show", "--json");
  writeFileSync(file, json);
  expect((await run("diff", file)).out).toBe("There is no difference.\n");
});

it("shows the differences of a file", async () => {
  writeFileSync(file, '{"burstClicks": 6, "effects": {"vpn": "note"}}');
  expect((await run("diff", file)).out.split("\n")).toEqual([
    "             from  to",
    "burstClicks  4     6",
    "effects.vpn  held  note",
    "",
  ]);
  const { out } = await run("diff", file, "--json");
  expect(out.split("\n")[0]).toBe('{"name":"burstClicks","from":4,"to":6}');
});

it("rejects an invalid policy", async () => {
  writeFileSync(file, '{"burstClicks": "many"}');
  const { exitCode, err } = await run("diff", file);
  expect([exitCode, err]).toEqual([2, expect.stringContaining("burstClicks")]);
});

it("shows how often each rule refuses people, and proposes held for what is refused outright", async () => {
  const { exitCode, out } = await run("trial");
  expect(exitCode).toBe(0);
  expect(out).toMatch(/^ip_burst +invalid +2000 +300 +100 +4\.1–6 % +5 %$/m);
  expect(out).toMatch(/^datacenter +invalid +0 +0 +0 +too few/m);
  expect(out).toContain("\nip_burst refuses too many people: consider the effect held.\n");
  expect(out).not.toContain("vpn refuses");
});
