import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { serveCanned } from "./testing/canned-api";
import { makeTempFolder } from "./testing/temp-folder";

const root = makeTempFolder();

function start(args: string[], env: Record<string, string> = {}) {
  return Bun.spawn([process.execPath, join(import.meta.dirname, "main.ts"), ...args], {
    env: { PATH: process.env.PATH ?? "", HOME: root, DATA_DIR: root, ...env },
    stdin: "pipe",
    stdout: "pipe",
    stderr: "pipe",
    cwd: root,
  });
}

describe("the program", () => {
  it("exits with the command's code, without colours or spinners in a pipe", async () => {
    const program = start(["doctor"], { FORCE_COLOR: "1" });
    const [out, err] = await Promise.all([
      new Response(program.stdout).text(),
      new Response(program.stderr).text(),
    ]);
    expect(await program.exited).toBe(1);
    expect(out).toMatch(/^FAIL {2}settings {4}DATABASE_URL: is required\n/);
    expect(err).toBe("");
  });

  it("leaves standard output empty after an error", async () => {
    const program = start(["ledger", "verify"]);
    expect(await new Response(program.stdout).text()).toBe("");
    expect(await new Response(program.stderr).text()).toContain("No marketplace is configured");
    expect(await program.exited).toBe(2);
  });

  it("stays quiet when the reader of its output has gone", async () => {
    const ann = { status: "success", data: { name: "Ann", scopes: [] } };
    const { url } = serveCanned(() => Response.json(ann));
    const program = start(["login", "--api", url]);
    await program.stdout.cancel();
    program.stdin.write("fco_secret");
    await program.stdin.end();
    expect(await new Response(program.stderr).text()).toBe("");
    expect(await program.exited).toBe(0);
  });
});
