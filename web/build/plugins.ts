import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Plugin } from "vite";

const compressible = /\.(css|html|js|json|svg)$/;
const MIN_BYTES = 1_024;

/** Writes a `.br` and a `.gz` beside each file, at the best compression, so that no server compresses at run time. */
export function compressFiles(): Plugin {
  return {
    name: "compress-files",
    apply: "build",
    async writeBundle({ dir = "" }, bundle) {
      const paths = Object.keys(bundle).filter((name) => compressible.test(name));
      await Promise.all(paths.map((name) => compress(join(dir, name))));
    },
  };
}

async function compress(path: string): Promise<void> {
  const body = await readFile(path);
  if (body.length < MIN_BYTES) return;
  const params = {
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
  };
  await Promise.all([
    promisify(brotliCompress)(body, { params }).then((small) => writeFile(`${path}.br`, small)),
    promisify(gzip)(body, { level: 9 }).then((small) => writeFile(`${path}.gz`, small)),
  ]);
}

/** Injects the send-ahead script at the top of the page, before the larger files. */
export function injectSendAheadScript(): Plugin {
  return {
    name: "send-ahead-script",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler(_html, { bundle = {} }) {
        const script = Object.values(bundle).find(
          (output) => output.type === "chunk" && output.isEntry && output.name === "send-ahead",
        );
        if (!script) throw new Error("The build contains no send-ahead script");
        return [
          {
            tag: "script",
            attrs: {
              type: "module",
              async: true,
              fetchpriority: "high",
              crossorigin: true,
              src: `/${script.fileName}`,
            },
            injectTo: "head-prepend",
          },
        ];
      },
    },
  };
}

/**
 * sonner puts its stylesheet into the page as a `<style>` element when it is imported, which
 * `style-src 'self'` refuses. The same rules are imported from its `styles.css` instead.
 */
export function stripSonnerStyles(): Plugin {
  return {
    name: "sonner-without-injected-styles",
    enforce: "pre",
    transform(code, id) {
      if (!/[\\/]sonner[\\/]dist[\\/]index\.m?js/.test(id)) return null;
      const stripped = code.replace(/^__insertCSS\(".*$/m, "");
      if (stripped === code) this.error("sonner no longer injects its styles the way this removes");
      return { code: stripped, map: null };
    },
  };
}

/**
 * Writes `/sw.js`: the service worker with the page that it shows offline in itself, and a content
 * security policy that allows this page its one script and one style sheet. Browsers replace the worker
 * when this file changes.
 */
export function addOfflineWorker(): Plugin {
  return {
    name: "offline-worker",
    apply: "build",
    generateBundle() {
      const page = readOffline("page.html");
      const policy = [
        "default-src 'none'",
        `script-src ${hashInline(page, "script")}`,
        `style-src ${hashInline(page, "style")}`,
        "connect-src 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
      ].join("; ");
      const parts = Object.entries({ page, policy }).map(
        ([name, text]) => `const ${name} = ${JSON.stringify(text)};\n`,
      );
      const source = parts.join("") + readOffline("worker.js");
      this.emitFile({ type: "asset", fileName: "sw.js", source });
    },
  };
}

function readOffline(name: string): string {
  return readFileSync(new URL(`./offline/${name}`, import.meta.url), "utf8");
}

/** Returns the source of a policy that allows the one element of this name. */
function hashInline(page: string, tag: "script" | "style"): string {
  const [, text = ""] = new RegExp(`<${tag}>(.*?)</${tag}>`, "s").exec(page) ?? [];
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}
