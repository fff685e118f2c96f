import { join } from "node:path";
import { expect, it } from "vitest";

const script = join(import.meta.dirname, "..", "bench", "chaos.ts");

it("loses no answered click and pays none twice while everything is killed and restarted", async () => {
  const chaos = Bun.spawn([process.execPath, script, "--seconds", "15"], {
    stdout: "pipe",
    stderr: "pipe",
  });
  const output = await Promise.all([chaos.stdout, chaos.stderr].map((out) => out.text()));
  expect(output.join("")).toContain(
    "Nothing lost, nothing paid twice, books and statistics are clean",
  );
  expect(await chaos.exited).toBe(0);
});
