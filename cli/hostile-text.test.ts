import type { Command } from "commander";
import { describe, expect, it } from "vitest";
import { createPaint } from "./frame/output";
import { serveCanned } from "./testing/canned-api";
import { capture } from "./testing/capture";
import { listCommandLines } from "./testing/command-lines";
import { fakeTerminal } from "./testing/fake-terminal";
import { findUnsafe, HOSTILE, hostileValue } from "./testing/hostile";
import { makeTempFolder } from "./testing/temp-folder";

const root = makeTempFolder();
const { commands, remote, acting, lineFor, program } = listCommandLines(root);
const env = {
  XDG_CONFIG_HOME: root,
  DATA_DIR: root,
  FAIRCLICK_TOKEN: "token",
};

describe.each(commands)("$name", ({ command }) => {
  const result = hostileValue(command.output);

  it.each([true, false])("prints nothing that a terminal acts on, colours %s", (colours) => {
    const text = command.print(result, { isJson: false, paint: createPaint(colours) });
    expect(findUnsafe(text)).toEqual([]);
    expect(text).not.toContain("\nerror: forged");
    expect(text).not.toContain("\u001b[31mRED");
  });

  it("prints JSON from which every text can be restored", () => {
    const json = command.print(result, { isJson: true, paint: createPaint(false) });
    expect(findUnsafe(json)).toEqual([]);
    const documents = json.split("\n").map((line) => JSON.parse(line));
    expect(Array.isArray(result) ? documents : documents[0]).toEqual(result);
  });
});

describe.each(remote)("$name, run", ({ name, words, command }) => {
  const data = [hostileValue(command.output)].flat()[0];
  const answering = serveCanned(() =>
    Response.json({ status: "success", data, nextCursor: null, total: 2, books: data }),
  );
  const refusing = serveCanned(() =>
    Response.json(
      { status: "error", code: "conflict", message: HOSTILE, error: HOSTILE },
      { status: 409 },
    ),
  );

  it.each([[], ["--json"]])("prints answers safely %j", async (...extra) => {
    const line = [...lineFor(words, answering.url), ...extra];
    const { out, err } = await capture(line, { env, colours: true, input: "token" });
    expect(answering.seen.length).toBeGreaterThan(0);
    expect(findUnsafe(out + err)).toEqual([]);
  });

  it.each([[], ["--json"]])("prints refusals safely %j", async (...extra) => {
    const line = [...lineFor(words, refusing.url), ...extra];
    const { out, err, exitCode } = await capture(line, { env, colours: true, input: "token" });
    expect(exitCode, name).toBe(1);
    expect(err).toContain("u001b]0;OWNED");
    expect(findUnsafe(out + err)).toEqual([]);
    expect(err).not.toContain("\nerror: forged");
  });
});

describe.each(acting)("$name, before it is confirmed", ({ words, command }) => {
  const data = [hostileValue(command.output)].flat()[0];
  const hasText = JSON.stringify(data).includes("OWNED");
  const { url } = serveCanned(() => Response.json({ status: "success", data }));
  const terminal = fakeTerminal();

  it("previews changes safely", async () => {
    const shown = await capture(lineFor(words, url), { env, terminal });
    expect(shown.err.includes("\\u001b]0;OWNED"), shown.err).toBe(hasText);
    expect(shown.err).toContain("Nothing was changed.");
    expect(findUnsafe(shown.out + shown.err)).toEqual([]);
    expect(shown.err).not.toContain("\nerror: forged");
  });
});

it("covers every command", () => {
  const leaves = (command: Command): number =>
    command.commands.length === 0
      ? 1
      : command.commands.reduce((sum, each) => sum + leaves(each), 0);
  expect(commands).toHaveLength(leaves(program));
  expect(remote.length).toBeGreaterThan(30);
  expect(acting.length).toBeGreaterThan(10);
});

it("guards texts that a command writes directly", async () => {
  const { url } = serveCanned(() => new Response("no JSON"));
  const { err } = await capture(["links", "list", "--api", `${url}/\u001b]0;x\u0007\u202e`], {
    env,
  });
  expect(findUnsafe(err)).toEqual([]);
  const usage = await capture(["links", "\u001b]0;OWNED\u0007\u202e"], { env });
  expect(usage.err).toContain("\\u001b]0;OWNED");
  expect(findUnsafe(usage.err)).toEqual([]);
});
