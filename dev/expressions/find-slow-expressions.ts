import type { SourceFile } from "../boundaries/source-files";
import { findSlowPart } from "./find-slow-part";
import { readExpressions } from "./read-expressions";

/** Folders whose code reads what strangers send. */
export const publicFolders = ["core", "sql", "services", "api", "worker", "web"];

/** These make expressions of the API's own schemas, and of the kinds of Stripe keys. */
const mayBuild = ["api/reference/make-example.ts", "services/config.ts"];

/** Returns the regular expressions of a file that may take longer than linear time, one line each; none in tests. */
export function findSlowExpressions({ path, text }: SourceFile): string[] {
  if (/\.test\.tsx?$/.test(path) || /(^|\/)(testing|build)\//.test(path)) return [];
  const slow = readExpressions(path, text).flatMap(({ source, flags }) => {
    const why = findSlowPart(source, flags);
    return why ? [`${path}: /${source}/${flags}: ${why}`] : [];
  });
  const isBuilt = /\bRegExp\(/.test(text) && !mayBuild.includes(path);
  return isBuilt ? [...slow, `${path}: builds an expression that no rule has looked at`] : slow;
}
