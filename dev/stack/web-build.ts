import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { StartError } from "./start-error";

const root = join(import.meta.dirname, "..", "..");
const web = join(root, "web");
const dist = join(web, "dist");
const HASH_FILE = ".sources";

/**
 * Builds the web app unless the current build has the same sources. Returns false if it was up to
 * date.
 */
export async function buildWebApp(signal?: AbortSignal): Promise<boolean> {
  const hash = hashSources();
  if (readHash() === hash) return false;
  // Built elsewhere and swapped in, because an api process may be serving the old build.
  const fresh = join(web, "node_modules", `.dist-${process.pid}`);
  try {
    await runVite(fresh, signal);
    writeFileSync(join(fresh, HASH_FILE), hash);
    const old = `${fresh}.old`;
    if (existsSync(dist)) renameSync(dist, old);
    renameSync(fresh, dist);
    rmSync(old, { recursive: true, force: true });
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
  return true;
}

function readHash(): string | null {
  const file = join(dist, HASH_FILE);
  return existsSync(file) ? readFileSync(file, "utf8") : null;
}

/** Hashes everything that can end up in the bundle. `.gen.ts` files are derived from the rest. */
function hashSources(): string {
  const folders = ["web", "core", "api/pages"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name)),
  );
  const sources = [...folders, join(root, "api", "client.ts"), join(root, "bun.lock")].filter(
    (file) => !/\/(node_modules|dist)\/|\.gen\.ts$|\.test\.tsx?$/.test(file),
  );
  const hash = createHash("sha256");
  for (const [name, value] of Object.entries(process.env).sort()) {
    if (name.startsWith("VITE_")) hash.update(`${name}=${value}`);
  }
  for (const file of sources.sort())
    hash.update(file.slice(root.length)).update(readFileSync(file));
  return hash.digest("hex");
}

function runVite(outDir: string, signal: AbortSignal | undefined): Promise<void> {
  const vite = join(
    dirname(createRequire(join(web, "package.json")).resolve("vite/package.json")),
    "bin/vite.js",
  );
  const child = spawn(process.execPath, [vite, "build", "--outDir", outDir, "--emptyOutDir"], {
    cwd: web,
    env: { ...process.env, NODE_ENV: "production", NO_COLOR: "1" },
    stdio: ["ignore", "pipe", "pipe"],
    ...(signal && { signal }),
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  }
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => {
      if (code === 0) resolve();
      else reject(new StartError(`The web app could not be built.\n${output.trim()}`));
    });
  });
}
