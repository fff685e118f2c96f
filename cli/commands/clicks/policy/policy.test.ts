import { writeFileSync } from "node:fs";
import { join } from "node:path";
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
const api = serveCanned(() => Response.json({ status: "success", data: policy }));
const run = (...args: string[]) => capture(["policy", ...args, "--api", api.url], { env });
const file = join(root, "policy.json");

it("shows the current policy, with --json as a file without differences", async () => {
  const { exitCode, out } = await run("show");
  expect(exitCode).toBe(0);
  expect(out).toContain("burstClicks       4\n");
  expect(out).toMatch(/^vpn +held$/m);
  const { out: json } = await run("show", "--json");
  writeFileSync(file, json);
  expect((await run("diff", file)).out).toBe("There is no difference.\n");
});

it("shows the differences of a file", async () => {
  writeFileSync(file, '{"burstClicks": 6, "effects": {"vpn": "note"}}');
  expect((await run("diff", file)).out.split("\n")).toEqual([
    "             in force  in the file",
    "burstClicks  4         6",
    "effects.vpn  held      note",
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
