import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { Plugin } from "vite";

/**
 * Adds Scalar, which shows the API reference, to the built files: `/docs/scalar.js` and its styles. The
 * styles that its script inserts are refused by the content security policy.
 */
export function apiReference(): Plugin {
  return {
    name: "api-reference",
    apply: "build",
    generateBundle() {
      const styles = createRequire(import.meta.url).resolve("@scalar/api-reference/style.css");
      const ours = new URL("./api-reference.css", import.meta.url);
      this.emitFile({
        type: "asset",
        fileName: "docs/scalar.css",
        source: readFileSync(styles, "utf8") + readFileSync(ours, "utf8"),
      });
      this.emitFile({
        type: "asset",
        fileName: "docs/scalar.js",
        source: readFileSync(join(dirname(styles), "browser", "standalone.js")),
      });
    },
  };
}
