import type { Db } from "@fairclick/sql/client";
import { countParkedClicks } from "@fairclick/sql/parked-clicks";
import { type Finding, ok, warn } from "./finding";

export async function examineClicks(db: Db): Promise<Finding> {
  const parked = await countParkedClicks(db.sql);
  return parked === 0
    ? ok("clicks", "all could be written down")
    : warn(
        "clicks",
        `${parked} could not be written down and wait in the table parked_clicks`,
        "Its column problem says why. Delete the rows that need no more attention.",
      );
}
