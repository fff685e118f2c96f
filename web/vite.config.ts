import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { spanishOfWeb, spanishOnPages } from "@fairclick/core/language/spanish-on-pages";
import { preloadedPages } from "@fairclick/core/operations/pages";
import tailwind from "@tailwindcss/vite";
import { defineConfig, type Plugin } from "vite";
import { dropUnusedConstants } from "./build/drop-unused-constants.ts";
import { limitFirstLoad, preloadPages } from "./build/first-load.ts";
import { lateRules } from "./build/late-rules.ts";
import {
  addOfflineWorker,
  compressFiles,
  injectSendAheadScript,
  stripSonnerStyles,
} from "./build/plugins.ts";
import { translatePages } from "./build/translate-pages.ts";

const apiUrl = process.env.FAIRCLICK_API ?? "http://localhost:3000";

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    tailwind(),
    lateRules(),
    dropUnusedConstants(),
    stripSonnerStyles(),
    injectSendAheadScript(),
    preloadPages(preloadedPages),
    limitFirstLoad({
      kilobytes: 78,
      pages: { "/app/creator-hub": "campaigns/creator-hub.tsx" },
    }),
    translatePages({
      language: "es",
      catalogue: spanishOnPages,
      expected: Object.keys(spanishOfWeb),
    }),
    apiReference(),
    addOfflineWorker(),
    compressFiles(),
  ],
  build: {
    outDir: "dist",
    emptyOutDir: true,
    // The content security policy allows no `data:` addresses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      // Neither says of itself that it can be left out where nothing of it is used.
      treeshake: {
        moduleSideEffects: [{ test: /\/(ipaddr|punycode)\.js\//, sideEffects: false }],
      },
      input: { index: "index.html", "send-ahead": "src/cold-start/send-ahead.ts" },
      output: {
        // Without the name of a module: the first file lists all files, and has a limit.
        chunkFileNames: "assets/[hash:7].js",
        codeSplitting: {
          groups: [
            {
              name: "send-ahead",
              test: /(cold-start\/(send|request)-ahead|session\/token|operations\/page-pattern)\.ts$/,
              priority: 2,
            },
            { name: "app", tags: ["$initial"], priority: 1 },
            // What several pages share, in fewer files: a link's page needs 10 in place of 20.
            {
              name: "shared",
              test: /(web\/src|core|lucide-react)\//,
              minShareCount: 3,
              entriesAware: true,
              entriesAwareMergeThreshold: 6000,
            },
            // What each page loads behind its first picture, in one file.
            {
              name: "shell",
              test: /src\/(shell\/(page-tools|phone-bar|banners)|notices\/bell|api\/(live-events|await-server)|session\/other-tabs)\.tsx?$/,
            },
          ],
        },
      },
    },
  },
  server: { proxy: { "/api": apiUrl, "/r": apiUrl } },
});

/**
 * Adds Scalar, which shows the API reference, to the built files: `/docs/scalar.js` and its styles. The
 * styles that its script inserts are refused by the content security policy.
 */
function apiReference(): Plugin {
  return {
    name: "api-reference",
    apply: "build",
    generateBundle() {
      const styles = createRequire(import.meta.url).resolve("@scalar/api-reference/style.css");
      const ours = new URL("./build/api-reference.css", import.meta.url);
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
