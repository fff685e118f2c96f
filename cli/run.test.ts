import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { serveCanned } from "./testing/canned-api";
import { capture } from "./testing/capture";
import { makeTempFolder } from "./testing/temp-folder";

const root = makeTempFolder();
const alone = { XDG_CONFIG_HOME: join(root, "config"), DATA_DIR: join(root, "data") };
const verify = ["ledger", "verify", "--api"];

const refusal = (status: number, code: string) => {
  const message = "The server's own words";
  return () => Response.json({ status: "error", code, message, error: message }, { status });
};

describe("exit codes", () => {
  it.each([
    [[], 2],
    [["--help"], 0],
    [["ledger", "verify", "--help"], 0],
    [["ledger"], 2],
    [["frobnicate"], 2],
    [["ledger", "verify", "--frobnicate"], 2],
    [["ledger", "verify", "surplus"], 2],
    [["operators", "add"], 2],
    [["operators", "add", "ann"], 2],
    [["ledger", "verify"], 2],
    [["ledger", "verify", "--api", "nonsense"], 2],
    [["db", "migrate"], 2],
  ])("%j exits with %i", async (args, exitCode) => {
    expect((await capture(args, { env: alone })).exitCode).toBe(exitCode);
  });

  it.each([
    [401, "unauthenticated", 1],
    [403, "forbidden", 1],
    [429, "rate_limited", 1],
    [500, "internal", 1],
    [503, "unavailable", 3],
  ])("an answer %i %s exits with %i", async (status, code, exitCode) => {
    const { url } = serveCanned(refusal(status, code));
    const { err, out, ...result } = await capture([...verify, url], { env: alone });
    expect(result.exitCode).toBe(exitCode);
    expect(err).toContain("error: The server's own words");
    expect(out).toBe("");
  });

  it("is 3 if nothing answers, or if it is not the API", async () => {
    const closed = await capture([...verify, "http://127.0.0.1:9"], { env: alone });
    expect(closed).toMatchObject({ exitCode: 3, out: "" });
    expect(closed.err).toContain("Nothing answers at http://127.0.0.1:9");

    const { url } = serveCanned(() => new Response("<h1>Hello</h1>"));
    const other = await capture([...verify, url], { env: alone });
    expect(other).toMatchObject({ exitCode: 3, out: "" });
    expect(other.err).toContain("is not Fairclick (HTTP 200)");
  });

  it("is 3 if the database is unreachable", async () => {
    const env = { ...alone, DATABASE_URL: "postgres://nobody@127.0.0.1:9/none" };
    const result = await capture(["operators", "add", "ann", "--scope", "ledger:read"], { env });
    expect(result).toMatchObject({ exitCode: 3, out: "" });
  });
});

describe("errors", () => {
  it("are one JSON document on standard error with --json", async () => {
    const { url } = serveCanned(refusal(403, "forbidden"));
    const { err, out } = await capture([...verify, url, "--json"], { env: alone });
    expect(out).toBe("");
    expect(JSON.parse(err)).toEqual({
      error: {
        exitCode: 1,
        code: "forbidden",
        message: "The server's own words",
        hint: expect.stringContaining("operators add"),
      },
    });
  });

  it("are coloured only if colours are enabled", async () => {
    const { url } = serveCanned(refusal(403, "forbidden"));
    const plain = await capture([...verify, url], { env: alone });
    const coloured = await capture([...verify, url], { env: alone, colours: true });
    expect(plain.err).not.toContain("\u001b[");
    expect(coloured.err).toContain("\u001b[31merror:");
  });
});

describe("errors of the command line itself", () => {
  it.each([
    [["links", "list", "--json", "--bogus"], "unknown option '--bogus'"],
    [["links", "decide", "disable", "--json"], "required option '--reason <text>' not specified"],
    [["queues", "decide", "retry", "--json"], "required option '--reason"],
    [["ledger", "--json"], "unknown option '--json'"],
  ])("are one JSON document with --json: %j", async (args, message) => {
    const { exitCode, out, err } = await capture(args, { env: alone });
    expect([exitCode, out]).toEqual([2, ""]);
    expect(JSON.parse(err)).toEqual({
      error: {
        exitCode: 2,
        code: "validation",
        message: expect.stringContaining(message),
        hint: expect.stringContaining("--help"),
      },
    });
  });
});
