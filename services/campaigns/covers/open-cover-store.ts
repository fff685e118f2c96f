import type { Config } from "../../config";
import type { CoverStore } from "./cover-store";
import { openDiskStore } from "./disk-store";
import { openS3Store } from "./s3-store";

/** Opens the bucket if one is configured, otherwise the folder `covers` of the data folder. */
export function openCoverStore({ s3, dataDir }: Pick<Config, "s3" | "dataDir">): CoverStore {
  return s3 === null ? openDiskStore(dataDir) : openS3Store(s3);
}
