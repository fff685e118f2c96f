import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { capture } from "../testing/capture";
import { makeTempFolder } from "../testing/temp-folder";

const folder = makeTempFolder();
const file = join(folder, "completion.bash");
writeFileSync(file, (await capture(["completion", "bash"])).out);

/** Returns the completions that a real bash offers after these words. */
async function complete(...words: string[]): Promise<string[]> {
  const script = `
    source "$1"; shift
    COMP_WORDS=(fairclick "$@"); COMP_CWORD=$#
    _fairclick
    printf '%s\\n' "\${COMPREPLY[@]}"`;
  const shell = Bun.spawn(["bash", "--norc", "-uc", script, "bash", file, ...words], {
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
    ["list", "suspects", "disable", "enable", "findings", "clear", "confirm", "--help"],
  ],
  [["links", "disable", "abc", "--d"], ["--dry-run"]],
  [["--api", "links", "w"], []],
  [["ledger", "verify", "--api", "https://a.example", "--j"], ["--json"]],
  [["completion", "z"], ["zsh"]],
  [["clicks", "list", "--verdict", "h"], ["held"]],
  [
    ["clicks", "list", "--verdict", "held", "--s"],
    ["--signal", "--sort"],
  ],
  [
    ["links", "list", "-o", ""],
    ["table", "json", "csv"],
  ],
  [["nothing", "of", "this", "kind", "wi"], ["withdrawals"]],
])("bash completes %j to %j", async (words, offered) => {
  expect(await complete(...words)).toEqual(offered);
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
