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
