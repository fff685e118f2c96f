import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { findFreePort } from "./free-port";

it("returns ports that no outgoing connection takes, each once", async () => {
  const ports = await Promise.all(Array.from({ length: 500 }, () => findFreePort()));
  expect(new Set(ports).size).toBe(500);
  expect(Math.max(...ports)).toBeLessThan(32_768);
  const server = Bun.listen({
    hostname: "127.0.0.1",
    port: ports[0] ?? 0,
    socket: { data: () => {} },
  });
  expect(server.port).toBe(ports[0]);
  server.stop(true);
});

it("returns no port that another process has been given and does not use yet", async () => {
  const script = `
    const { findFreePort } = await import(${JSON.stringify(join(import.meta.dirname, "free-port.ts"))});
    const ports = [];
    while (ports.length < 1000) ports.push(await findFreePort());
    process.send(ports);
    setInterval(() => {}, 1000);`;
  const given = await Promise.all([1, 2].map(() => firstMessage(script)));
  expect(new Set(given.flat()).size).toBe(2000);
});

/** Resolves what a program sends first. It goes on until the test's end. */
function firstMessage(script: string): Promise<number[]> {
  return new Promise((resolve) => {
    const program = Bun.spawn([process.execPath, "-e", script], { ipc: resolve });
    onTestFinished(() => program.kill());
  });
}
