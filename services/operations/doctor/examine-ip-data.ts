import type { Db } from "@fairclick/sql/db/client";
import type { Config } from "../../config";
import { getIpDataStatus } from "../../ip/get-ip-data-status";
import { type Finding, ok, warn } from "./finding";

const HOUR_MS = 3_600_000;

export async function examineIpData(
  db: Db,
  { ipDataUrl }: Pick<Config, "ipDataUrl">,
): Promise<Finding> {
  const now = new Date();
  const { lists, warnings } = await getIpDataStatus({ db, now: () => now }, { baseUrl: ipDataUrl });
  const [warning] = warnings;
  if (warning) {
    const advice = ipDataUrl
      ? "Run `fairclick ip-data update`; a worker does it daily."
      : "Downloads are off: set IP_DATA_URL to a mirror, or unset it.";
    return warn("ip data", warning.split(" Run `", 1)[0] ?? "", advice);
  }
  const checked = lists.flatMap(({ checkedAt }) => (checkedAt ? [Date.parse(checkedAt)] : []));
  const hours = Math.floor((now.getTime() - Math.min(...checked)) / HOUR_MS);
  return ok("ip data", `${checked.length} lists, the oldest confirmed ${hours} h ago`);
}
