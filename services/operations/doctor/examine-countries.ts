import { readFile } from "node:fs/promises";
import type { Config } from "../../config";
import { openCountries } from "../../ip/countries/follow-countries";
import { type Finding, ok, warn } from "./finding";

/** Without a database of countries statistics say `unknown`; one that is set should be readable. */
export async function examineCountries({
  geoDatabase,
}: Pick<Config, "geoDatabase">): Promise<Finding> {
  if (geoDatabase === null) return ok("countries", "no GEO_DATABASE: countries are unknown");
  try {
    openCountries(await readFile(geoDatabase));
    return ok("countries", geoDatabase);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return warn("countries", reason, "GEO_DATABASE must be a file in MaxMind's format (.mmdb).");
  }
}
