import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { jobs } from "@fairclick/core/jobs";
import { expect, it } from "vitest";
import { saveProfile } from "../connection/profiles";
import { capture } from "../testing/capture";
import { makeTempFolder } from "../testing/temp-folder";

const folder = makeTempFolder();
const file = join(folder, "completion.bash");
writeFileSync(file, (await capture(["completion", "bash"])).out);

/** What `fairclick completion profiles` prints. */
let profiles = "";

/** Returns the completions that a real bash offers after these words. */
async function complete(...words: string[]): Promise<string[]> {
  const script = `
    source "$1"; shift
    fairclick() { [ "$*" = "completion profiles" ] && printf '%s' "$PROFILES"; }
    COMP_WORDS=(fairclick "$@"); COMP_CWORD=$#
    _fairclick
    printf '%s\\n' "\${COMPREPLY[@]}"`;
  const shell = Bun.spawn(["bash", "--norc", "-uc", script, "bash", file, ...words], {
    env: { ...process.env, PROFILES: profiles },
    stdout: "pipe",
    stderr: "pipe",
  });
  const [out, err] = await Promise.all([
    new Response(shell.stdout).text(),
    new Response(shell.stderr).text(),
  ]);
  expect([await shell.exited, err]).toEqual([0, ""]);
  return out.split("\n").filter(Boolean);
}

it.each([
  [["lin"], ["links"]],
  [
    ["links", ""],
    ["list", "show", "suspects", "disable", "enable", "findings", "clear", "confirm", "--help"],
  ],
  [["links", "disable", "abc", "--d"], ["--dry-run"]],
  [["--api", "links", "w"], []],
  [["ledger", "verify", "--api", "https://a.example", "--j"], ["--json"]],
  [["completion", "z"], ["zsh"]],
  [["clicks", "list", "--verdict", "h"], ["held"]],
  [
    ["clicks", "list", "--verdict", "held", "--s"],
    ["--signal", "--saved", "--sort"],
  ],
  [
    ["links", "list", "-o", ""],
    ["table", "json", "csv"],
  ],
  [["nothing", "of", "this", "kind", "wi"], ["withdrawals"]],
])("bash completes %j to %j", async (words, offered) => {
  expect(await complete(...words)).toEqual(offered);
});

const queues = jobs.map(({ name }) => name);
const retryOptions = ["--api", "--profile", "--reason", "--dry-run", "--yes", "--json", "--output"];

it.each([
  [["queues", "failed", "send-w"], ["send-withdrawal"]],
  [["queues", "drain", "watch"], ["watch-marketplace"]],
  [
    ["queues", "retry", "--reason", "why", ""],
    [...queues, ...retryOptions, "--help"],
  ],
])("bash completes the queue in %j", async (words, offered) => {
  expect(await complete(...words)).toEqual(offered);
});

it("completes the names of profiles, and leaves out what a shell would run", async () => {
  const env = { XDG_CONFIG_HOME: makeTempFolder() };
  const profile = { api: "https://a.example", token: "fco_1" };
  const owned = join(folder, "owned");
  for (const name of ["default", "staging", `$(touch ${owned})`, "`id`", "a b", "-x"]) {
    saveProfile(env, name, profile);
  }
  const { out } = await capture(["completion", "profiles"], { env });
  expect(out).toBe("default staging\n");
  profiles = out;
  expect(await complete("links", "list", "--profile", "s")).toEqual(["staging"]);
  expect(await complete("whoami", "--profile", "")).toEqual(["default", "staging"]);
  expect(existsSync(owned)).toBe(false);
  profiles = "";
  expect(await complete("links", "list", "--profile", "--j")).toEqual(["--json"]);
});

it("offers the same commands in every shell", async () => {
  const offers = {
    bash: '"withdrawals release"',
    zsh: "'release:release a held",
    fish: "-a 'release'",
  };
  const values = { bash: '"clicks list --verdict")', zsh: "'unpaid'", fish: "-x -a 'flagged held" };
  for (const shell of ["bash", "zsh", "fish"] as const) {
    const { exitCode, out } = await capture(["completion", shell]);
    expect(exitCode).toBe(0);
    expect(out).toContain(offers[shell]);
    expect(out).toContain(values[shell]);
  }
});

it("rejects an unknown shell", async () => {
  const { exitCode, err } = await capture(["completion", "csh"]);
  expect(exitCode).toBe(2);
  expect(err).toContain("bash, zsh, fish");
});
