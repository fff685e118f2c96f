import { Counter, Gauge, type Registry } from "prom-client";
import { createDurations, type Durations } from "./durations";

export type Outcome =
  | "redirected"
  | "previewed"
  | "prefetched"
  | "unknown"
  | "disabled"
  | "blocked"
  | "limited"
  | "unavailable";

export type RedirectMetrics = Durations & { count: (outcome: Outcome) => void };

/** Counts in plain numbers, which are converted only when the metrics are collected. */
export function createRedirectMetrics(
  registry: Registry,
  { countLinks }: { countLinks: () => number },
): RedirectMetrics {
  const counts: Record<Outcome, number> = {
    redirected: 0,
    previewed: 0,
    prefetched: 0,
    unknown: 0,
    disabled: 0,
    blocked: 0,
    limited: 0,
    unavailable: 0,
  };
  new Counter({
    name: "fairclick_redirects_total",
    help: "Requests to tracked links by outcome",
    labelNames: ["outcome"],
    registers: [registry],
    collect() {
      this.reset();
      for (const [outcome, count] of Object.entries(counts)) this.inc({ outcome }, count);
    },
  });
  new Gauge({
    name: "fairclick_cached_links",
    help: "Links in this process's cache",
    registers: [registry],
    collect() {
      this.set(countLinks());
    },
  });
  return {
    ...createDurations(registry),
    count: (outcome) => {
      counts[outcome] += 1;
    },
  };
}
