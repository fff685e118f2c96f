import type { Config } from "../../config";
import { measureSpool } from "../../spool/measure-spool";
import { type Finding, fail, ok, warn } from "./finding";

/** Clicks that were answered and lie on this disk instead of in the queue. */
export async function examineSpool({ dataDir }: Pick<Config, "dataDir">): Promise<Finding> {
  try {
    const { folder, files, bytes, since, damaged } = await measureSpool(dataDir);
    if (since) {
      return warn(
        "spool",
        `${count(files)} of clicks (${bytes.toLocaleString("en-US")} bytes) in ${folder} since ${since.toISOString()}, not yet in the queue`,
        "An api that runs here hands them over as soon as the queue takes them; until then they are on no page.",
      );
    }
    return damaged.length > 0
      ? warn(
          "spool",
          `${count(damaged.length)} in ${folder} could not be read whole: ${damaged.join(", ")}`,
          "The clicks that could be read are in the queue. Look at the disk, then remove the file.",
        )
      : ok("spool", `no clicks wait in ${folder}`);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return fail("spool", reason, "Run this as the user that api runs as.");
  }
}

function count(files: number): string {
  return files === 1 ? "1 file" : `${files} files`;
}
