import { judgeClock, judgeVitals } from "../health/judge-vitals";
import type { Watch } from "./watch";

/**
 * What `doctor` and the probes check too: workers, settlement, failed and parked jobs, the books, held
 * clicks, parked events of Stripe, reviews and reports.
 */
export const vitalsWatch: Watch = {
  name: "vitals",
  find: async ({ readVitals, windowSeconds }) => {
    const vitals = await readVitals();
    if (!vitals.database || !vitals.queues || !vitals.clock) return null;
    return [...judgeVitals(vitals, windowSeconds), judgeClock(vitals.clock)].flatMap(
      ({ check, status, detail, advice }) =>
        status === "ok"
          ? []
          : [{ subject: check, title: titles[check] ?? check, detail, advice: advice ?? "" }],
    );
  },
};

/** Titles without figures: they stay the same while the problem lasts. */
const titles: Record<string, string> = {
  books: "The books differ, or were not proved",
  capacity: "Postgres runs out of connections",
  clicks: "Clicks could not be recorded",
  clock: "A machine's clock is wrong",
  events: "Events of Stripe could not be processed",
  failed: "Jobs failed for good",
  held: "Clicks wait for an operator",
  jobs: "Jobs wait in the queues",
  parked: "Parked jobs wait for an operator",
  reports: "Reported addresses wait for an operator",
  reviews: "Campaigns wait for review longer than promised",
  settlement: "Clicks are judged late",
  workers: "No worker is alive",
};
