import { describe, expect, it } from "vitest";
import { converse } from "./raw-requests";
import type { RedirectWorld } from "./redirect-world";

/** Tests requests that share a connection. */
export function describeConnections(title: string, world: RedirectWorld): void {
  const { addLink, visit } = world;

  describe(`${title}, connections`, () => {
    const { port } = world.startApi();
    const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: fairclick.example\r\n\r\n`;
    const readStatuses = (answers: string) => answers.match(/^HTTP\/1\.1 \d+/gm) ?? [];
    const redirected = "HTTP/1.1 302";

    it("closes a connection on which a request comes before the last is answered, and serves the retry", async () => {
      const link = await addLink();
      await visit(port, link.path);
      const answers = await converse(port, [get(link.path) + get(link.path)]);
      expect(answers).toBe("");
      const again = await converse(port, [get(link.path), 300, get(link.path)]);
      expect(readStatuses(again)).toEqual([redirected, redirected]);
    });

    it("answers a pipelined request that arrives in parts", async () => {
      const link = await addLink();
      const request = get(link.path);
      const answers = await converse(port, [
        request + request.slice(0, 20),
        300,
        request.slice(20),
      ]);
      expect(readStatuses(answers)).toEqual([redirected, redirected]);
    });
  });
}
