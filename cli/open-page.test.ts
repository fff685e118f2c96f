import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, it, vi } from "vitest";
import { openPage } from "./open-page";
import { makeTempFolder } from "./testing/temp-folder";

afterEach(() => void vi.unstubAllEnvs());

it.each([
  ["linux", "xdg-open", []],
  ["freebsd", "xdg-open", []],
  ["darwin", "open", []],
  ["win32", "rundll32", ["url.dll,FileProtocolHandler"]],
] as const)(
  "opens an address on %s with %s, and no shell reads it",
  async (platform, name, args) => {
    const folder = makeTempFolder();
    const seen = join(folder, "seen");
    const program = join(folder, name);
    writeFileSync(
      program,
      `#!/bin/sh\nprintf '%s\\n' "$@" > ${seen}.new && mv ${seen}.new ${seen}\n`,
    );
    chmodSync(program, 0o700);
    vi.stubEnv("PATH", `${folder}:${process.env.PATH}`);
    const url = `https://fairclick.example/$(touch ${folder}/owned);touch ${folder}/owned`;
    expect(await openPage(url, platform)).toBe(true);
    await expect.poll(() => existsSync(seen)).toBe(true);
    expect(readFileSync(seen, "utf8").trim().split("\n")).toEqual([...args, url]);
    expect(existsSync(join(folder, "owned"))).toBe(false);
  },
);

it("returns false if there is no program", async () => {
  vi.stubEnv("PATH", makeTempFolder());
  expect(await openPage("https://fairclick.example/", "linux")).toBe(false);
});
