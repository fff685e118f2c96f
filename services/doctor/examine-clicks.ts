import type { Db } from "@fairclick/sql/client";
import { countParkedClicks } from "@fairclick/sql/parked-clicks";
import { countParkedJobs } from "@fairclick/sql/parked-jobs";
import { type Finding, ok, warn } from "./finding";

export async function examineClicks(db: Db): Promise<Finding> {
  const [parked, jobs] = await Promise.all([countParkedClicks(db.sql), countParkedJobs(db.sql)]);
  if (jobs > 0) {
    return warn(
      "clicks",
      `jobs that were taken out of their queues and wait for a decision: ${jobs}`,
      "`fairclick queues parked` lists them; `queues retry` and `queues discard` decide.",
    );
  }
  return parked === 0
    ? ok("clicks", "all could be written down")
    : warn(
        "clicks",
        `${parked} could not be written down and wait in the table parked_clicks`,
        "Its column problem says why. Delete the rows that need no more attention.",
      );
}
