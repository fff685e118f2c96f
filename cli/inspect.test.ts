import { join } from "node:path";
import { expect, it } from "vitest";
import type { Terminal } from "./frame/host";
import { capture } from "./testing/capture";
import { fakeTerminal } from "./testing/fake-terminal";
import { makeTempFolder } from "./testing/temp-folder";

const root = makeTempFolder();
const env = { XDG_CONFIG_HOME: join(root, "config"), DATA_DIR: join(root, "data") };
const args = ["inspect", "--api", "http://127.0.0.1:9"];

it("requires a terminal, and names the alternative", async () => {
  const { exitCode, out, err } = await capture(args, { env });
  expect(exitCode).toBe(2);
  expect(out).toBe("");
  expect(err).toContain("fairclick clicks list");
});

it("begins with the clicks that the options select", async () => {
  let title = "";
  const showScreen: Terminal["showScreen"] = async ({ start }) => {
    title = start.name;
    return [];
  };
  const line = [...args, "--verdict", "held", "--creator", "chris"];
  await capture(line, { env, terminal: fakeTerminal({ showScreen }) });
  expect(title).toBe("Clicks: held, creator chris");
});

it("prints the acts that were performed", async () => {
  const done = [{ text: "click of chris: disable link", reason: "a farm" }];
  const terminal = fakeTerminal({ showScreen: async () => done });
  const { out } = await capture(args, { env, terminal });
  expect(out).toBe("click of chris: disable link. a farm\n");
  const json = await capture([...args, "--json"], { env, terminal });
  expect(JSON.parse(json.out)).toEqual(done[0]);
  expect((await capture(args, { env, terminal: fakeTerminal() })).out).toBe("");
});
