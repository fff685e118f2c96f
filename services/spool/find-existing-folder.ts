import { stat } from "node:fs/promises";
import { dirname } from "node:path";

/** Returns the folder or its nearest existing parent: the data folder is created on first use. */
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
