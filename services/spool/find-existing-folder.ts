import { stat } from "node:fs/promises";
import { dirname } from "node:path";

/** The data folder is made when it is needed, so its nearest parent counts until then. */
export async function findExistingFolder(folder: string): Promise<string> {
  try {
    if (!(await stat(folder)).isDirectory()) throw new Error(`${folder} is not a folder`);
    return folder;
  } catch (error) {
    const isMissing = error instanceof Error && "code" in error && error.code === "ENOENT";
    if (!isMissing || dirname(folder) === folder) throw error;
    return findExistingFolder(dirname(folder));
  }
}
