import { randomInt } from "node:crypto";
import { createServer } from "node:net";

/** Below the ports that Linux and macOS lend to outgoing connections, which could take one first. */
const FIRST_PORT = 20_000;
const LAST_PORT = 32_000;

/** Returns a free TCP port on 127.0.0.1. Another server can take it before it is used. */
export async function findFreePort(): Promise<number> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const port = randomInt(FIRST_PORT, LAST_PORT + 1);
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
