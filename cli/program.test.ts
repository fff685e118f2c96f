import { describe, expect, it } from "vitest";
import { silentHost } from "./frame/host";
import { createProgram, findCommand, nouns } from "./program";
import { capture } from "./testing/capture";

const surroundings = { isJson: false, finish: () => {} };
const groups = nouns.map(({ name }) => name);

describe("the program of one run", () => {
  it("builds only the commands of the group that runs: others would cost time", async () => {
    const program = createProgram(silentHost, { ...surroundings, isLazy: true });
    program.exitOverride();
    await program.parseAsync(["policy", "show", "--help"], { from: "user" }).catch(() => {});
    const filled = program.commands.filter(({ commands }) => commands.length > 0);
    expect(filled.map((group) => group.name())).toEqual(["policy"]);
  });

  it.each(groups)("has the same help for %s as the whole program", async (name) => {
    const program = createProgram(silentHost, surroundings);
    let help = "";
    const group = findCommand(program, name);
    group.configureOutput({ writeOut: (text) => (help += text) }).outputHelp();
    expect((await capture([name, "--help"])).out).toBe(help);
    expect((await capture(["help", name])).out).toBe(help);
  });
});
