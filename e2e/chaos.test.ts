import { join } from "node:path";
import type {} from "@fairclick/dev/setup/chromium";
import { expect, inject, it } from "vitest";

const script = join(import.meta.dirname, "chaos.ts");
const SECONDS = "10";
/** What is behind at the end is judged before the figures are compared, which takes minutes. */
const LIMIT_MS = 900_000;

// Side by side: most of a run waits for what was killed to return.
it.concurrent.each(["redis", "cluster"])(
  "no answered click is lost or paid twice while processes are killed, and all figures agree (queue on %s)",
  async (queue) => {
    const args = [process.execPath, script, "--seconds", SECONDS, "--queue", queue];
    const chaos = Bun.spawn(args, {
      stdout: "pipe",
      stderr: "pipe",
      env: { ...process.env, CHROMIUM_PATH: inject("chromium").executablePath },
    });
    const output = await Promise.all([chaos.stdout, chaos.stderr].map((out) => out.text()));
    expect(output.join("")).toContain(
      "Nothing lost, nothing paid twice, books and statistics are clean; counters, ledger, answers and pages agree with the clicks to the unit",
    );
    const killed = /^killed with kill -9 +(.+)$/m.exec(output.join(""))?.[1]?.split(", ") ?? [];
    expect(killed.filter((part) => part.endsWith(" 0"))).toEqual([]);
    expect(killed.length).toBeGreaterThanOrEqual(7);
    const [, compared = ""] = /^figures compared +(.+)$/m.exec(output.join("")) ?? [];
    expect(compared).toMatch(
      /^counters \d{3,}, conversions \d{2,}, ledger \d{2,}, answers \d{4,}, exports \d+, pages \d{3,}$/,
    );
    expect(await chaos.exited).toBe(0);
  },
  LIMIT_MS,
);
