import { readFileSync } from "node:fs";
import type { Plugin } from "vite";

const LATE = "?late";
const isRules = (id: string) => /\/web\/src\/.*-rules\.ts$/.test(id);

/**
 * Keeps zod out of what a page loads first. A file of `core` often has constants that a page shows beside
 * the schema of a form, and a file is in one script: with the schema, zod would be too. So what a
 * `*-rules.ts` file imports of `core` is built a second time, for that file, and loads with it.
 */
export function lateRules(): Plugin {
  return {
    name: "late-rules",
    enforce: "pre",
    apply: "build",
    async resolveId(source, importer = "") {
      if (!isRules(importer) && !importer.endsWith(LATE)) return null;
      const from = importer.replace(LATE, "");
      const found = await this.resolve(source, from, { skipSelf: true });
      if (!found || !/\/core\/[^?]*\.ts$/.test(found.id)) return found;
      return /from "zod"/.test(readFileSync(found.id, "utf8")) ? found.id + LATE : found;
    },
    load(id) {
      if (!id.endsWith(LATE)) return null;
      return { code: readFileSync(id.replace(LATE, ""), "utf8"), moduleType: "ts" };
    },
  };
}
