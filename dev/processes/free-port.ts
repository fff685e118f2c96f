import { randomInt } from "node:crypto";
import { createServer, type Server } from "node:net";

/** Below the ports that Linux and macOS lend to outgoing connections, which could take one first. */
const FIRST_PORT = 20_000;
const BLOCKS = 240;
const BLOCK_SIZE = 50;

let left: number[] = [];
let claiming: Promise<void> | null = null;

/**
 * Returns a free TCP port on 127.0.0.1, and each once. No other process that asks here is given it while
 * this one lives, even while nothing listens on it.
 */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = left.pop();
    if (port === undefined) {
      claiming ??= claimBlock().finally(() => {
        claiming = null;
      });
      await claiming;
    } else {
      const server = await listen(port);
      if (server) return new Promise((resolve) => server.close(() => resolve(port)));
    }
  }
}

/** A block belongs to the process that listens on its first port. */
async function claimBlock(): Promise<void> {
  for (let attempt = 0; attempt < 10 * BLOCKS; attempt += 1) {
    const first = FIRST_PORT + BLOCK_SIZE * randomInt(BLOCKS);
    const claim = await listen(first);
    if (!claim) continue;
    claim.unref();
    left = Array.from({ length: BLOCK_SIZE - 1 }, (_, n) => first + n + 1);
    return;
  }
  throw new Error(`No ports from ${FIRST_PORT} to ${FIRST_PORT + BLOCKS * BLOCK_SIZE} are free.`);
}

/** Resolves null if something else listens there. */
function listen(port: number): Promise<Server | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(null));
    server.listen(port, "127.0.0.1", () => resolve(server));
  });
}
