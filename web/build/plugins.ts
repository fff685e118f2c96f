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
