import { Redis } from "ioredis";

const SLOTS = 16_384;

export type ClusterNode = { port: number; busPort: number };

/** With a comma, as between the nodes. */
export const CLUSTER_PASSWORD = "open,sesame";

/** The value of `REDIS_URL`. */
export function clusterUrl(nodes: readonly ClusterNode[]): string {
  const hosts = nodes.map(({ port }) => `127.0.0.1:${port}`);
  return `redis://:${CLUSTER_PASSWORD}@${hosts.join(",")}`;
}

/** Settings of a node; without full coverage, masters go on when another one is away. */
export function clusterSettings({ port, busPort }: ClusterNode) {
  return {
    port: String(port),
    "cluster-enabled": "yes",
    "cluster-port": String(busPort),
    "cluster-node-timeout": "1500",
    "cluster-require-full-coverage": "no",
    "shutdown-timeout": "0",
    requirepass: CLUSTER_PASSWORD,
    masterauth: CLUSTER_PASSWORD,
  };
}

/** Makes a Redis Cluster of running nodes: the slots are the masters', each replica copies one of them. */
export async function formCluster(
  masters: readonly ClusterNode[],
  replicas: readonly ClusterNode[],
): Promise<void> {
  const nodes = [...masters, ...replicas];
  const admins = nodes.map(({ port }) => new Redis(port, { password: CLUSTER_PASSWORD }));
  const [first] = nodes;
  if (!first) return;
  const untilAll = async (check: (admin: Redis) => Promise<boolean>) => {
    while (!(await Promise.all(admins.map(check))).every(Boolean)) await Bun.sleep(50);
  };
  try {
    for (const [place, admin] of admins.entries()) {
      await admin.cluster("SET-CONFIG-EPOCH", place + 1);
      if (place < masters.length) {
        const [start, end] = [place, place + 1].map((n) =>
          Math.floor((n * SLOTS) / masters.length),
        );
        await admin.call("CLUSTER", "ADDSLOTSRANGE", String(start), String((end ?? 0) - 1));
      }
      await admin.call("CLUSTER", "MEET", "127.0.0.1", `${first.port}`, `${first.busPort}`);
    }
    await untilAll(async (admin) =>
      (await admin.cluster("INFO")).includes(`cluster_known_nodes:${nodes.length}`),
    );
    for (const [place, admin] of admins.slice(masters.length).entries()) {
      const masterId = await admins[place % masters.length]?.cluster("MYID");
      if (masterId) await admin.cluster("REPLICATE", masterId);
    }
    await untilAll(async (admin) => {
      const [cluster, info] = [await admin.cluster("INFO"), await admin.info("replication")];
      return cluster.includes("cluster_state:ok") && !info.includes("master_link_status:down");
    });
  } finally {
    for (const admin of admins) admin.disconnect();
  }
}
