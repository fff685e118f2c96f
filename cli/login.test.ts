import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { profilesFile, readProfiles } from "./frame/target";
import { serveCanned } from "./testing/canned-api";
import { capture } from "./testing/capture";
import { fakeTerminal } from "./testing/fake-terminal";
import { makeTempFolder } from "./testing/temp-folder";

const root = makeTempFolder();
const home = (name: string) => ({
  XDG_CONFIG_HOME: join(root, name),
  DATA_DIR: join(root, "data"),
});
const ann = { status: "success", data: { name: "Ann", scopes: ["ledger:read"] } };
const api = serveCanned(() => Response.json(ann));
const refusing = serveCanned(() => {
  const message = "Authentication failed";
  return Response.json(
    { status: "error", code: "unauthenticated", message, error: message },
    { status: 401 },
  );
});

describe("fairclick login", () => {
  it("checks the token from standard input and stores it", async () => {
    const env = home("first");
    const input = "fco_secret\n";
    const { exitCode, out } = await capture(["login", "--api", api.url], { env, input });
    expect(exitCode).toBe(0);
    expect(out).toContain(`Signed in to ${api.url} as Ann. Scopes: ledger:read.`);
    expect(out).not.toContain("fco_secret");
    expect(api.seen.at(-1)).toEqual({
      path: "/api/admin/me",
      authorization: "Bearer fco_secret",
    });
    expect(readProfiles(env)).toEqual({ default: { api: api.url, token: "fco_secret" } });
  });

  it("refuses to send a token over plain http to another machine", async () => {
    const env = home("plain");
    const line = ["login", "--api", "http://fairclick.invalid"];
    const refused = await capture(line, { env, input: "fco_secret" });
    expect(refused.exitCode).toBe(2);
    expect(refused.err).toContain("others on the network could read your token");
    expect(readProfiles(env)).toEqual({});
    const insecure = await capture([...line, "--insecure"], { env, input: "fco_secret" });
    expect(insecure.exitCode).toBe(3);
  });

  it("asks for the token at a terminal", async () => {
    const env = home("prompt");
    const questions: string[] = [];
    const terminal = fakeTerminal({
      promptSecret: async (question) => {
        questions.push(question);
        return "fco_typed";
      },
    });
    await capture(["login", "--api", api.url, "--profile", "staging"], { env, terminal });
    expect(questions).toEqual([`Operator token for ${api.url}`]);
    expect(readProfiles(env)).toEqual({ staging: { api: api.url, token: "fco_typed" } });
  });

  it("signs in again at the profile's address", async () => {
    const env = home("again");
    await capture(["login", "--api", api.url, "--profile", "staging"], { env, input: "fco_old" });
    await capture(["login", "--profile", "staging"], { env, input: "fco_new" });
    expect(readProfiles(env)).toEqual({ staging: { api: api.url, token: "fco_new" } });
  });

  it.each([
    ["a token that the API refuses", refusing.url, "fco_wrong", 1, "Authentication failed"],
    ["no token", api.url, " \n", 2, "No token was entered."],
    ["an address where nothing answers", "http://127.0.0.1:9", "fco_x", 3, "Nothing answers"],
  ])("stores nothing after %s", async (_, address, input, exitCode, message) => {
    const env = home(`nothing-${exitCode}`);
    const result = await capture(["login", "--api", address], { env, input });
    expect(result.exitCode).toBe(exitCode);
    expect(result.err).toContain(message);
    expect(existsSync(profilesFile(env))).toBe(false);
  });
});
