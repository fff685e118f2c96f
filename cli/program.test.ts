import { describe, expect, it } from "vitest";
import { createProgram, findCommand, nouns } from "./program";
import { silentHost } from "./silent-host";
import { capture } from "./testing/capture";

const surroundings = { isJson: false, finish: () => {} };
const groups = nouns.map(({ name }) => name);

describe("the program of one run", () => {
  it("builds only the commands of the group that runs: others would cost time", async () => {
    const program = createProgram(silentHost, { ...surroundings, isLazy: true });
    program.exitOverride();
    await program.parseAsync(["policy", "override", "--help"], { from: "user" }).catch(() => {});
    const filled = program.commands.filter(({ commands }) => commands.length > 0);
    expect(filled.map((group) => group.name())).toEqual(["policy"]);
  });

  it.each(groups)("has the same help for %s as the whole program", async (name) => {
    const program = createProgram(silentHost, surroundings);
    let help = "";
    const group = name.split(" ").reduce(findCommand, program);
    group.configureOutput({ writeOut: (text) => (help += text) }).outputHelp();
    const words = name.split(" ");
    expect((await capture([...words, "--help"])).out).toBe(help);
    if (words.length === 1) expect((await capture(["help", name])).out).toBe(help);
  });
});
