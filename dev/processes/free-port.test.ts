import { expect, it } from "vitest";
import { findFreePort } from "./free-port";

it("returns ports that no outgoing connection takes", async () => {
  const ports = await Promise.all(Array.from({ length: 20 }, () => findFreePort()));
  expect(Math.max(...ports)).toBeLessThan(32_768);
  const server = Bun.listen({
    hostname: "127.0.0.1",
    port: ports[0] ?? 0,
    socket: { data: () => {} },
  });
  expect(server.port).toBe(ports[0]);
  server.stop(true);
});
