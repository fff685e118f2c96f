import { randomInt } from "node:crypto";
import { createServer } from "node:net";

/** Below the ports that Linux and macOS lend to outgoing connections, which could take one first. */
const FIRST_PORT = 20_000;
const LAST_PORT = 32_000;

/** Of 30 ports that are asked for before any is used, two would be the same in one run of 28. */
const given = new Set<number>();

/** Returns a free TCP port on 127.0.0.1, and each once. Another program can take it before it is used. */
export async function findFreePort(): Promise<number> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const port = randomInt(FIRST_PORT, LAST_PORT + 1);
    if (given.has(port)) continue;
    given.add(port);
    if (await isFree(port)) return port;
  }
  throw new Error(`No port from ${FIRST_PORT} to ${LAST_PORT} is free.`);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
}
