import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Redis } from "ioredis";
import { clusterSettings, clusterUrl, formCluster } from "./form-cluster";

export type OwnRedis = {
  url: string;
  admin: Redis;
  /** Sends a signal to the server. */
  signal: (name: "SIGKILL" | "SIGSTOP" | "SIGCONT") => void;
  stop: () => Promise<void>;
};

export type OwnCluster = {
  url: string;
  masters: OwnRedis[];
  /** Each copies the master at its place. */
  replicas: OwnRedis[];
  stop: () => Promise<void>;
};

/** Starts a Redis Cluster of three masters, of which `copied` have a replica. */
export async function startRedisCluster(copied = 3): Promise<OwnCluster> {
  const nodes = Array.from({ length: 3 + copied }, () => ({
    port: freePort(),
    busPort: freePort(),
  }));
  const started = await Promise.all(nodes.map((node) => startRedis(clusterSettings(node))));
  await formCluster(nodes.slice(0, 3), nodes.slice(3));
  return {
    url: clusterUrl(nodes),
    masters: started.slice(0, 3),
    replicas: started.slice(3),
    stop: async () => {
      await Promise.all(started.map((node) => node.stop()));
    },
  };
}

/** Starts a Redis server for one test file, with its own settings; the shared one is `testRedisUrl`. */
export async function startRedis(settings: Record<string, string> = {}): Promise<OwnRedis> {
  const program = Bun.which("redis-server") ?? Bun.which("valkey-server");
  if (!program) throw new Error("This test needs redis-server or valkey-server on the PATH.");
  const folder = mkdtempSync(join(tmpdir(), "fairclick-own-redis-"));
  const { port = String(freePort()), requirepass: password = "" } = settings;
  const all = {
    port,
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
  const admin = new Redis(Number(port), { password, maxRetriesPerRequest: null });
  admin.on("error", () => {});
  await admin.ping();
  return {
    url: `redis://127.0.0.1:${port}`,
    admin,
    signal: (name) => child.kill(name),
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
