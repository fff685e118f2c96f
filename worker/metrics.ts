import { Counter, Gauge, Registry } from "prom-client";

export type WorkerMetrics = ReturnType<typeof createWorkerMetrics>;

/** What a worker process tells Prometheus, on a registry of its own. */
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
    judgedUpTo: new Gauge({
      name: "fairclick_settlement_watermark_seconds",
      help: "Clicks made before this moment (seconds since 1970) may have been judged",
      registers,
    }),
    ipListCheckedAt: new Gauge({
      name: "fairclick_ip_list_checked_at_seconds",
      help: "When the source of an address list last confirmed it, in seconds since 1970",
      labelNames: ["list"],
      registers,
    }),
    booksDifferences: new Gauge({
      name: "fairclick_books_differences",
      help: "Differences that the last proof of the books listed; anything but 0 is an alarm",
      labelNames: ["check"],
      registers,
    }),
    booksVerifiedAt: new Gauge({
      name: "fairclick_books_verified_at_seconds",
      help: "When the books were last proved, in seconds since 1970",
      registers,
    }),
  };
}
