import type { SourceFile } from "../boundaries/source-files";
import { findSlowPart } from "./find-slow-part";
import { readExpressions } from "./read-expressions";

/** Folders with code that reads strangers' input. */
export const publicFolders = ["core", "sql", "services", "api", "worker", "web"];

/** Builds an expression from the kinds of Stripe keys. */
const mayBuild = "services/config.ts";

/** Returns the regular expressions of a file that may take longer than linear time, one line each; none in tests. */
export function findSlowExpressions({ path, text }: SourceFile): string[] {
  if (/\.test\.tsx?$/.test(path) || /(^|\/)(testing|build)\//.test(path)) return [];
  const slow = readExpressions(path, text).flatMap(({ source, flags }) => {
    const why = findSlowPart(source, flags);
    return why ? [`${path}: /${source}/${flags}: ${why}`] : [];
  });
  const isBuilt = /\bRegExp\(/.test(text) && path !== mayBuild;
  return isBuilt
    ? [...slow, `${path}: builds an expression at run time, which cannot be checked`]
    : slow;
}
