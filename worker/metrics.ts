import { Counter, Gauge, Registry } from "prom-client";

export type WorkerMetrics = ReturnType<typeof createWorkerMetrics>;

/** Creates the Prometheus metrics of a worker process, on a separate registry. */
export function createWorkerMetrics(registry = new Registry()) {
  const registers = [registry];
  return {
    registry,
    clicksJudged: new Counter({
      name: "fairclick_clicks_judged_total",
      help: "Clicks that settlement has judged, by whether they were paid",
      labelNames: ["paid"],
      registers,
    }),
    clicksParked: new Counter({
      name: "fairclick_clicks_parked_total",
      help: "Clicks that could not be written down and were put aside; anything but 0 needs a person",
      registers,
    }),
    ipListCheckedAt: new Gauge({
      name: "fairclick_ip_list_checked_at_seconds",
      help: "When the source of an address list last confirmed it, in seconds since 1970",
      labelNames: ["list"],
      registers,
    }),
  };
}
