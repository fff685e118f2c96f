import { join } from "node:path";
import { expect, it } from "vitest";
import { capture } from "../../testing/capture";
import { fakeTerminal } from "../../testing/fake-terminal";
import { makeTempFolder } from "../../testing/temp-folder";

const root = makeTempFolder();
const env = { XDG_CONFIG_HOME: join(root, "config"), DATA_DIR: join(root, "data") };
const args = ["inspect", "--api", "http://127.0.0.1:9"];

it("requires a terminal, and names the alternative", async () => {
  const { exitCode, out, err } = await capture(args, { env });
  expect(exitCode).toBe(2);
  expect(out).toBe("");
  expect(err).toContain("fairclick clicks list");
});

it("prints the acts that were performed", async () => {
  const plan = { kind: "disableLink" as const, code: "k7Gh2mQ" };
  const done = [
    { act: { ...plan, reason: "a farm" }, text: "Disable the link k7Gh2mQ: done.", undo: null },
  ];
  const terminal = fakeTerminal({ inspect: async () => done });
  const { out } = await capture(args, { env, terminal });
  expect(out).toBe("Disable the link k7Gh2mQ: done. a farm\n");
  const json = await capture([...args, "--json"], { env, terminal });
  expect(JSON.parse(json.out)).toEqual({
    act: "disableLink",
    text: "Disable the link k7Gh2mQ: done.",
    reason: "a farm",
  });
  expect((await capture(args, { env, terminal: fakeTerminal() })).out).toBe("");
});
