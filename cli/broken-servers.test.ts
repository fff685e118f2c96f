import { describe, expect, it } from "vitest";
import { z } from "zod";
import { connectTo } from "./frame/connection";
import type { Env } from "./frame/host";
import { readProfiles, saveProfile } from "./frame/target";
import { serveCanned } from "./testing/canned-api";
import { type Captured, capture } from "./testing/capture";
import { listCommandLines } from "./testing/command-lines";
import { makeTempFolder } from "./testing/temp-folder";

const root = makeTempFolder();
const { commands, remote, acting, lineFor } = listCommandLines(root);
const env = {
  ...{ XDG_CONFIG_HOME: root, DATA_DIR: root, FAIRCLICK_TIMEOUT: "60" },
  FAIRCLICK_TOKEN: "token",
};
const hurried = { ...env, FAIRCLICK_TIMEOUT: "0.5" };

type Line = (typeof remote)[number];
type Failure = { exitCode: number; code: string; message: string; hint: string | null };
type Ran = Captured & { name: string; failure: Failure };

/** Runs all given commands against one server at the same time. */
function runAll(
  lines: readonly Line[],
  url: string,
  { extra = [], env: given = env }: { extra?: string[]; env?: Env } = {},
): Promise<Ran[]> {
  return Promise.all(
    lines.map(async ({ name, words }) => {
      const line = [...lineFor(words, url), ...extra, "--json"];
      const captured = await capture(line, { env: given, input: "token" });
      return { name, ...captured, failure: readFailure(name, captured) };
    }),
  );
}

/** The last line on standard error is the error; a command may write before it. */
function readFailure(name: string, { err, out, exitCode }: Captured): Failure {
  expect({ name, out, exitCode }).toEqual({ name, out: "", exitCode: expect.any(Number) });
  const { error } = JSON.parse(err.trim().split("\n").at(-1) ?? "");
  expect({ name, error }).toEqual({
    name,
    error: { exitCode, code: expect.any(String), message: expect.any(String), hint: error.hint },
  });
  return error;
}

const listOutcomes = (ran: readonly Ran[]) =>
  ran.map(({ name, failure: { exitCode, code } }) => ({ name, exitCode, code }));
const expected = (lines: readonly Line[], exitCode: number, code: string) =>
  lines.map(({ name }) => ({ name, exitCode, code }));
const refusal = (code: string, status: number) => () =>
  Response.json({ status: "error", code, message: "No.", error: "No." }, { status });

/** Commands that change something without a preview. */
const withoutPreview = ["ip-data update"];
const namesOfUnknown = (ran: readonly Ran[]) =>
  ran
    .filter(({ failure }) => failure.message.includes("unknown whether the change was made"))
    .map(({ name }) => name);

describe("every command of the API", () => {
  it("says that nothing answers if the connection is refused", async () => {
    const ran = await runAll(remote, "http://127.0.0.1:9");
    expect(listOutcomes(ran)).toEqual(expected(remote, 3, "unavailable"));
    for (const { name, failure } of ran) {
      expect(failure.message, name).toContain("Nothing answers at http://127.0.0.1:9");
      expect(failure.message, name).not.toContain("unknown");
    }
  });

  it("ends in time if the server accepts and never answers", async () => {
    const { url } = serveCanned(() => new Promise<Response>(() => {}));
    const ran = await runAll(remote, url, { env: hurried });
    expect(listOutcomes(ran)).toEqual(expected(remote, 3, "unavailable"));
    for (const { name, failure } of ran) {
      expect(failure.message, name).toContain("does not answer: waited 0.5 s.");
    }
    expect(namesOfUnknown(ran)).toEqual(withoutPreview);
  });

  it("says that a confirmed change may have been made", async () => {
    const { url } = serveCanned(() => new Promise<Response>(() => {}));
    const ran = await runAll(acting, url, { extra: ["--yes"], env: hurried });
    const names = acting.map(({ name }) => name);
    expect(namesOfUnknown(ran)).toEqual(names);
  });

  it("says how to get a new token if the token is refused", async () => {
    const { url } = serveCanned(refusal("unauthenticated", 401));
    const ran = await runAll(remote, url);
    expect(listOutcomes(ran)).toEqual(expected(remote, 1, "unauthenticated"));
    const hints = new Map(ran.map(({ name, failure }) => [name, failure.hint]));
    expect(hints.get("login")).toContain("fairclick operators add");
    for (const [name, hint] of hints) {
      if (name === "login") continue;
      expect(hint, name).toContain("fairclick login");
    }
  });

  it("names the log of the server if the server fails", async () => {
    const { url } = serveCanned(refusal("internal", 500));
    const ran = await runAll(remote, url);
    expect(listOutcomes(ran)).toEqual(expected(remote, 1, "internal"));
    for (const { name, failure } of ran) expect(failure.hint, name).toContain("log");
  });

  it("names the proxy if the answer is an error page", async () => {
    const page = { status: 502, headers: { "content-type": "text/html" } };
    const { url } = serveCanned(() => new Response("<h1>Bad Gateway</h1>", page));
    const ran = await runAll(remote, url);
    expect(listOutcomes(ran)).toEqual(expected(remote, 3, "unavailable"));
    for (const { name, failure } of ran) {
      expect(failure.message, name).toBe(`The server at ${url} failed with HTTP 502.`);
      expect(failure.hint, name).toContain("proxy");
    }
  });

  it.each([
    ["a page", () => new Response("<html></html>", { headers: { "content-type": "text/html" } })],
    ["a foreign document", () => Response.json({ hello: "world" })],
  ])("says that the server is another one if it answers with %s", async (_, answer) => {
    const { url } = serveCanned(answer);
    const ran = await runAll(remote, url);
    expect(listOutcomes(ran)).toEqual(expected(remote, 3, "unavailable"));
    for (const { name, failure } of ran) {
      expect(failure.message, name).toBe(`The server at ${url} is not Fairclick (HTTP 200).`);
    }
  });

  it("names the version if a field of the answer is missing", async () => {
    const { url } = serveCanned(() => Response.json({ status: "success", data: null }));
    // `policy replay` finds no click to judge in such an answer.
    const others = remote.filter(({ name }) => name !== "policy replay");
    const reading = others.filter((each) => !acting.includes(each));
    const confirmed = others.filter((each) => acting.includes(each));
    const ran = [
      ...(await runAll(reading, url)),
      ...(await runAll(confirmed, url, { extra: ["--yes"] })),
    ];
    for (const { name, failure } of ran) {
      expect(failure, name).toMatchObject({ exitCode: 1, code: "internal" });
      expect(failure.hint, name).toContain("another version");
    }
  });
});

describe("every other command", () => {
  const local: Record<string, string[]> = {
    inspect: ["--api", "http://127.0.0.1:9"],
    ...{ "db migrate": [], doctor: [], logout: ["--forget"] },
    "operators add": ["Bob", "--role", "viewer"],
    backup: [`${root}/backups`],
    restore: [`${root}/backups`, "--to", `${root}/restored`],
  };
  const database = "postgres://nobody@127.0.0.1:9/none";
  const without = {
    ...{ ...env, HOME: root, DATABASE_URL: database, DATABASE_OWNER_URL: database },
    ...{ JWT_SECRET: "a".repeat(40), PAYOUT_SECRET: "x", DATA_DIR: `${root}/data` },
  };

  it("is named here", () => {
    const names = commands.filter((each) => !remote.includes(each)).map(({ name }) => name);
    expect(names.sort()).toEqual(Object.keys(local).sort());
    expect(remote.length).toBeGreaterThan(50);
    expect(acting.length).toBeGreaterThan(10);
  });

  it.each(["db migrate", "operators add", "backup"])(
    "%s says that the database is away",
    async (name) => {
      const line = [...name.split(" "), ...(local[name] ?? []), "--json"];
      const { err, exitCode } = await capture(line, { env: without });
      expect(exitCode, err).toBe(3);
      expect(JSON.parse(err).error).toMatchObject({
        code: "unavailable",
        message: expect.stringContaining("The database cannot be reached"),
      });
    },
  );

  it("logout keeps the profile if the server is away", async () => {
    saveProfile(env, "gone", { api: "http://127.0.0.1:9", token: "fco_x" });
    const { exitCode, err } = await capture(["logout", "--profile", "gone"], { env });
    expect({ exitCode, err }).toEqual({
      exitCode: 3,
      err: expect.stringContaining("Nothing answers"),
    });
    expect(readProfiles(env)).toHaveProperty("gone");
  });
});

describe("a call that the person's input does not fit", () => {
  const api = connectTo({ api: "http://127.0.0.1:9", token: null });

  it("names the field and does not blame the server", async () => {
    const send = () => Promise.reject(z.object({ month: z.string() }).safeParse({}).error);
    await expect(api.call(send)).rejects.toMatchObject({
      code: "validation",
      message: expect.stringContaining("month: "),
    });
  });

  it("passes other errors on", async () => {
    const send = () => Promise.reject(new Error("a fault of this program"));
    await expect(api.call(send)).rejects.toThrow("a fault of this program");
  });
});
