import type { Config } from "../../config";
import type { Ctx } from "../../context";
import type { JobQueue } from "../../queue/job-queue";
import { examineDisk, examineSpool } from "../doctor/examine-files";
import { checkParts } from "./check-parts";
import type { VitalsReader } from "./read-vitals";
import { describeProblems, type Readiness } from "./readiness";

type Deps = Pick<Ctx, "db"> & {
  config: Pick<Config, "dataDir" | "clickWindowSeconds">;
  queue: Pick<JobQueue, "checkHealth">;
  readVitals: VitalsReader;
  countCachedLinks: () => number;
};

/**
 * Whether a balancer may send visitors to this api. Only what stops redirects makes it unready: all
 * apis lose Postgres or the queue at once, and go on redirecting from memory and into the spool.
 */
export async function checkApiReadiness(deps: Deps): Promise<Readiness> {
  const { config } = deps;
  const [{ parts, behind, warnings }, vitals, disk, spool] = await Promise.all([
    checkParts(deps),
    deps.readVitals(),
    examineDisk(config),
    examineSpool(config),
  ]);
  const canKeepClicks = parts.queue.ok || disk.status !== "fail";
  const knowsLinks = parts.database.ok || deps.countCachedLinks() > 0;
  const problems = describeProblems(vitals, config.clickWindowSeconds, [disk, spool]);
  return {
    ready: !behind && canKeepClicks && knowsLinks,
    parts,
    warnings: [...warnings, ...problems],
  };
}
