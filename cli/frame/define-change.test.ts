import { type ChangeInput, changeInputSchema } from "@fairclick/core/changes";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { capture } from "../testing/capture";
import { fakeTerminal } from "../testing/fake-terminal";
import { makeTempFolder } from "../testing/temp-folder";

const root = makeTempFolder();
const env = { XDG_CONFIG_HOME: root, DATA_DIR: root, FAIRCLICK_TOKEN: "fco_ann" };
const bodies: ({ path: string } & ChangeInput)[] = [];
const server = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  fetch: async (request) => {
    const body = changeInputSchema.parse(await request.json());
    const path = new URL(request.url).pathname;
    bodies.push({ path, ...body });
    if (path.includes("moved") && !body.dryRun) {
      return Response.json(
        { status: "error", code: "conflict", message: "It changed", error: "It changed" },
        { status: 409 },
      );
    }
    return Response.json({
      status: "success",
      data: {
        action: "link.disable",
        subject: "link:a:b",
        before: { code: "abc", disabledBy: null },
        after: { code: "abc", disabledBy: "operator" },
        applied: !body.dryRun,
        seen: "1-abc",
      },
    });
  },
});
afterAll(() => server.stop(true));
beforeEach(() => {
  bodies.length = 0;
});

const command = ["links", "decide", "disable", "abc", "--reason", "a farm"];
const run = (args: string[] = [], terminal: Parameters<typeof capture>[1] = {}) =>
  capture([...command, ...args, "--api", `http://127.0.0.1:${server.port}`], { env, ...terminal });
const bodyWith = (dryRun: boolean) => ({
  path: "/api/admin/links/abc/disable",
  reason: "a farm",
  dryRun,
});
const shown = "link.disable  link:a:b\n  code: abc\n  disabledBy: none → operator\n";

describe("a command that changes something", () => {
  it("shows the change and asks for confirmation", async () => {
    const questions: string[] = [];
    const confirm = async (question: string) => {
      questions.push(question);
      return true;
    };
    const { exitCode, out, err } = await run([], { terminal: fakeTerminal({ confirm }) });
    expect(exitCode).toBe(0);
    expect(questions).toEqual(["Apply this change?"]);
    expect(err).toBe(shown);
    expect(out).toBe(`${shown}Done.\n`);
    expect(bodies).toEqual([bodyWith(true), { ...bodyWith(false), seen: "1-abc" }]);
  });

  it("changes nothing without a yes", async () => {
    const { exitCode, out, err } = await run([], { terminal: fakeTerminal() });
    expect([exitCode, out]).toEqual([1, ""]);
    expect(err).toContain("Nothing was changed.");
    expect(bodies).toEqual([bodyWith(true)]);
  });

  it("requires --yes in a pipe, where it cannot ask", async () => {
    const { exitCode, out, err } = await run();
    expect([exitCode, out]).toEqual([2, ""]);
    expect(err).toContain("or --yes to apply it");
    expect(bodies).toEqual([bodyWith(true)]);
  });

  it("does not ask with --yes", async () => {
    const { exitCode, out } = await run(["--yes", "--json", "--seen", "1-abc"]);
    expect(exitCode).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ action: "link.disable", applied: true });
    expect(bodies).toEqual([{ ...bodyWith(false), seen: "1-abc" }]);
  });

  it("changes nothing with --dry-run, even with --yes", async () => {
    const { exitCode, out } = await run(["--dry-run", "--yes"]);
    expect(exitCode).toBe(0);
    expect(out).toBe(
      `${shown}Dry run: nothing was changed.\nTo apply exactly this: --seen 1-abc\n`,
    );
    expect(bodies).toEqual([bodyWith(true)]);
  });

  it("changes several only after a preview of all, each as its preview counted it", async () => {
    const both = ["links", "decide", "disable", "abc", "def", "--reason", "a farm"];
    const url = `http://127.0.0.1:${server.port}`;
    const preview = await capture([...both, "--dry-run", "--api", url], { env });
    expect(preview.out).toContain("To apply exactly this: --seen 1-abc,1-abc\n");
    bodies.length = 0;
    const terminal = fakeTerminal({ confirm: async () => true });
    const { out } = await capture([...both, "--api", url], { env, terminal });
    expect(out).toBe(`${shown}${shown}Done.\n`);
    const paths = ["abc", "def"].map((code) => `/api/admin/links/${code}/disable`);
    expect(bodies).toMatchObject([
      { path: paths[0], dryRun: true },
      { path: paths[1], dryRun: true },
      { path: paths[0], dryRun: false, seen: "1-abc" },
      { path: paths[1], dryRun: false, seen: "1-abc" },
    ]);
    bodies.length = 0;
    await capture([...both, "--yes", "--seen", "1-abc,2-def", "--api", url], { env });
    expect(bodies).toMatchObject([{ seen: "1-abc" }, { seen: "2-def" }]);
  });

  it("says which of several it changed before one was refused", async () => {
    const three = ["links", "decide", "disable", "abc", "moved", "def", "--reason", "a farm"];
    const url = `http://127.0.0.1:${server.port}`;
    const { exitCode, out, err } = await capture([...three, "--yes", "--api", url], { env });
    expect([exitCode === 0, out]).toEqual([false, ""]);
    expect(err).toContain("Changed before the failure: abc. Not changed: moved, def.\n");
    expect(err).toContain("It changed");
    expect(bodies.map(({ path }) => path)).not.toContain("/api/admin/links/def/disable");
  });

  it("requires a reason", async () => {
    const { exitCode, err } = await capture(["links", "decide", "disable", "abc"], { env });
    expect(exitCode).toBe(2);
    expect(err).toContain("--reason");
    expect(bodies).toEqual([]);
  });
});

it("says what a suspension stops and what goes on, before it is confirmed", async () => {
  const url = `http://127.0.0.1:${server.port}`;
  const questions: string[] = [];
  const terminal = fakeTerminal({
    confirm: async (question) => {
      questions.push(question);
      return false;
    },
  });
  const line = ["users", "decide", "suspend", "chris", "--reason", "why", "--api", url];
  const { err } = await capture(line, { env, terminal });
  expect(err).toContain("Stops: their links");
  expect(err).toContain("Goes on: earlier clicks are judged and paid");
  expect(questions).toHaveLength(1);
});
