import cluster from "node:cluster";
import { AggregatorRegistry, Registry } from "prom-client";
import { withTimeout } from "./context";

/** Whether others of this machine listen on this process's port. */
export const isOneOfSeveral = cluster.isWorker;

type Several = {
  processes: number;
  /** Added to the environment of each. */
  env: Record<string, string>;
  onRestart: (ended: { pid: number | undefined; code: number | null; signal: string }) => void;
};

const STARTED = "started";
const READ_METRICS = "read metrics";
const RESTART_MS = 1_000;

/**
 * Runs this program in several processes until SIGTERM or SIGINT, and one that ends by itself again. If one
 * ends before any has started, exits as it did. They end when this process does.
 */
export function runSeveral({ processes, env, onRestart }: Several): void {
  const registry = new AggregatorRegistry();
  const numbers = new Map<number, number>();
  let hasStarted = false;
  let isStopping = false;
  const start = (number: number) => {
    const { id } = cluster.fork({ ...env, PROCESS_NUMBER: number });
    numbers.set(id, number);
  };
  cluster.on("message", async (child, message) => {
    if (message === STARTED) hasStarted = true;
    if (message !== READ_METRICS) return;
    const metrics = await registry.clusterMetrics().catch(() => null);
    if (child.isConnected()) child.send({ metrics });
  });
  cluster.on("exit", async (child, code, signal) => {
    if (isStopping) {
      if (Object.keys(cluster.workers ?? {}).length === 0) process.exit(0);
      return;
    }
    if (!hasStarted) process.exit(code || 1);
    onRestart({ pid: child.process.pid, code, signal });
    await Bun.sleep(RESTART_MS);
    if (!isStopping) start(numbers.get(child.id) ?? 1);
  });
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.on(signal, () => {
      isStopping = true;
      for (const child of Object.values(cluster.workers ?? {})) child?.process.kill("SIGTERM");
    });
  }
  for (let number = 1; number <= processes; number += 1) start(number);
}

/** Tells the process that runs this one beside others that it works. */
export function reportStart(): void {
  if (isOneOfSeveral) process.send?.(STARTED);
}

const METRICS_TIMEOUT_MS = 6_000;

/**
 * Holds this process's metrics. Its text adds up those of all that share its port: a scrape reaches any of
 * them.
 */
export class SharedRegistry extends Registry {
  constructor() {
    super();
    if (!isOneOfSeveral) return;
    AggregatorRegistry.setRegistries(this);
    new AggregatorRegistry();
  }

  override async metrics(): Promise<string> {
    if (!isOneOfSeveral) return super.metrics();
    const gathered = Promise.withResolvers<string | null>();
    const receive = (message: unknown) => {
      if (typeof message !== "object" || message === null || !("metrics" in message)) return;
      gathered.resolve(typeof message.metrics === "string" ? message.metrics : null);
    };
    process.on("message", receive);
    process.send?.(READ_METRICS);
    const text = await withTimeout(gathered.promise, METRICS_TIMEOUT_MS, "The metrics").catch(
      () => null,
    );
    process.off("message", receive);
    return text ?? super.metrics();
  }
}
