import { expect, it } from "vitest";
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
