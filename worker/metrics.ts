import { SharedRegistry } from "@fairclick/services/processes";
import { Counter, Gauge, type Registry } from "prom-client";

export type WorkerMetrics = ReturnType<typeof createWorkerMetrics>;

/** Creates the Prometheus metrics of a worker process, on a separate registry. */
export function createWorkerMetrics(registry: Registry = new SharedRegistry()) {
  const registers = [registry];
  return {
    registry,
    clicksJudged: new Counter({
      name: "fairclick_clicks_judged_total",
      help: "Judged clicks by outcome: paid or not paid",
      labelNames: ["paid"],
      registers,
    }),
    clicksParked: new Counter({
      name: "fairclick_clicks_parked_total",
      help: "Clicks that could not be stored and were parked; any value above 0 needs an operator",
      registers,
    }),
    ipListCheckedAt: new Gauge({
      name: "fairclick_ip_list_checked_at_seconds",
      help: "Time at which the source of an IP address list last confirmed it (Unix seconds)",
      labelNames: ["list"],
      registers,
    }),
  };
}
