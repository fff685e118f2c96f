import { Counter, Gauge, type Registry } from "prom-client";

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

/** Upper bounds of the buckets in milliseconds; slower answers count in `+Inf`. */
const bounds = [1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233, 377, 610, 987, 2_584] as const;

type Durations = {
  observe: (ms: number) => void;
};

/** Creates a histogram that counts in plain numbers and is converted only when it is collected. */
export function createDurations(registry: Registry): Durations {
  const counts = [...bounds, Number.POSITIVE_INFINITY].map(() => 0);
  let totalMs = 0;
  new Counter({
    name: "fairclick_redirect_duration_seconds_sum",
    help: "Seconds from the request to the durable click, of all redirects",
    registers: [registry],
    collect() {
      this.reset();
      this.inc(totalMs / 1_000);
    },
  });
  new Counter({
    name: "fairclick_redirect_duration_seconds_count",
    help: "Redirects that were timed",
    registers: [registry],
    collect() {
      this.reset();
      this.inc(counts.reduce((sum, count) => sum + count, 0));
    },
  });
  new Counter({
    name: "fairclick_redirect_duration_seconds_bucket",
    help: "Redirects by seconds from the request to the durable click",
    labelNames: ["le"],
    registers: [registry],
    collect() {
      this.reset();
      let sum = 0;
      counts.forEach((count, index) => {
        sum += count;
        const bound = bounds[index];
        this.inc({ le: bound === undefined ? "+Inf" : String(bound / 1_000) }, sum);
      });
    },
  });
  return {
    observe: (ms) => {
      let index = 0;
      while (index < bounds.length && ms > (bounds[index] ?? 0)) index += 1;
      counts[index] = (counts[index] ?? 0) + 1;
      totalMs += ms;
    },
  };
}
