import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Redis } from "ioredis";

export type OwnRedis = { url: string; admin: Redis; stop: () => Promise<void> };

/** Starts a Redis server for one test file, with its own settings; the shared one is `testRedisUrl`. */
export async function startRedis(settings: Record<string, string> = {}): Promise<OwnRedis> {
  const program = Bun.which("redis-server") ?? Bun.which("valkey-server");
  if (!program) throw new Error("This test needs redis-server or valkey-server on the PATH.");
  const folder = mkdtempSync(join(tmpdir(), "fairclick-own-redis-"));
  const port = freePort();
  const all = {
    port: String(port),
    bind: "127.0.0.1",
    dir: folder,
    save: "",
    appendonly: "yes",
    "maxmemory-policy": "noeviction",
    ...settings,
  };
  const child = Bun.spawn(
    [program, ...Object.entries(all).flatMap(([name, value]) => [`--${name}`, value])],
    { stdout: "ignore", stderr: "ignore" },
  );
  const admin = new Redis(port, "127.0.0.1", { maxRetriesPerRequest: null });
  admin.on("error", () => {});
  await admin.ping();
  return {
    url: `redis://127.0.0.1:${port}`,
    admin,
    stop: async () => {
      admin.disconnect();
      child.kill("SIGKILL");
      await child.exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function freePort(): number {
  const server = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data: () => {} } });
  const { port } = server;
  server.stop(true);
  return port;
}
