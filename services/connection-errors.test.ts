import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { readUntil } from "./testing/read-until";

const loseConnection = join(import.meta.dirname, "testing/lose-connection.ts");
const liveUntilTold = join(import.meta.dirname, "testing/live-until-told.ts");
const started: Bun.Subprocess[] = [];
afterAll(() => {
  for (const child of started) child.kill("SIGKILL");
});

/** A process in which a socket has reported an error of this code to nobody. */
async function lose(code: string) {
  const child = Bun.spawn([process.execPath, "--preload", loseConnection, liveUntilTold, code], {
    stdout: "pipe",
    stderr: "ignore",
  });
  started.push(child);
  expect(await readUntil(child.stdout, "living")).toContain("living");
  child.kill("SIGUSR2");
  return child;
}

describe("a process", () => {
  it("outlives a connection that is lost while nobody waits for it, and says so", async () => {
    const child = await lose("ECONNRESET");
    const said = "an abandoned connection was lost";
    expect(await readUntil(child.stdout, said)).toContain(said);
    child.kill("SIGTERM");
    expect(await child.exited).toBe(0);
  });

  it("ends over any other error that nobody caught", async () => {
    const child = await lose("ESTRANGE");
    const said = "nobody caught this";
    expect(await readUntil(child.stdout, said)).toContain(said);
    expect(await child.exited).toBe(1);
  });
});
