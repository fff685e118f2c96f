import { type Config, ConfigError, readConfig } from "../../config";
import { examineCountries } from "./examine-countries";
import { examineDatabase } from "./examine-database";
import { examineDisk } from "./examine-disk";
import { examineQueue } from "./examine-queue";
import { examineSettings } from "./examine-settings";
import { examineSpool } from "./examine-spool";
import { examineWebBuild } from "./examine-web-build";
import { type Finding, fail } from "./finding";

/** Looks at everything that api and worker need here; changes nothing. */
export async function examineInstallation(
  env: Record<string, string | undefined>,
): Promise<Finding[]> {
  const config = readOrExplain(env);
  if (Array.isArray(config)) return config;
  const [database, queue, disk, spool, web, countries] = await Promise.all([
    examineDatabase(config),
    examineQueue(config),
    examineDisk(config),
    examineSpool(config),
    examineWebBuild(config),
    examineCountries(config),
  ]);
  return [...database, queue, disk, spool, web, countries, ...examineSettings(config)];
}

function readOrExplain(env: Record<string, string | undefined>): Config | Finding[] {
  try {
    return readConfig(env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.problems.map((problem) =>
      fail(
        "settings",
        problem,
        "Set it in the environment or in .env; .env.example explains each.",
      ),
    );
  }
}
