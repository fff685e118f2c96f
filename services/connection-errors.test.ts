import { join } from "node:path";
import { describe, expect, it } from "vitest";

const loseConnection = join(import.meta.dirname, "testing/lose-connection.ts");
const liveTwoSeconds = join(import.meta.dirname, "testing/live-two-seconds.ts");

/** A process in which a socket reports an error of this code to nobody. */
async function live(code: string) {
  const child = Bun.spawn([process.execPath, "--preload", loseConnection, liveTwoSeconds, code], {
    stdout: "pipe",
    stderr: "ignore",
  });
  const printed = await new Response(child.stdout).text();
  expect(printed).toContain(`lost with ${code}`);
  return { exitCode: await child.exited, printed };
}

describe("a process", () => {
  it("outlives a connection that is lost while nobody waits for it, and says so", async () => {
    const { exitCode, printed } = await live("ECONNRESET");
    expect(exitCode).toBe(0);
    expect(printed).toContain("a connection that nobody waits for was lost");
  });

  it("ends over any other error that nobody caught", async () => {
    const { exitCode, printed } = await live("ESTRANGE");
    expect(exitCode).toBe(1);
    expect(printed).toContain("nobody caught this");
  });
});
