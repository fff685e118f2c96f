import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { type Stack, startStack } from "./stack";

const root = join(import.meta.dirname, "..");
const folder = mkdtempSync(join(tmpdir(), "fairclick-clone-"));
// Root starts Postgres as another user; a closed folder would move its data to /var/lib.
chmodSync(folder, 0o755);
const clone = join(folder, "fairclick");
const dataDir = join(folder, "data");
let stack: Stack | null = null;

afterAll(async () => {
  await stack?.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function start(): Promise<Stack> {
  stack = await startStack({ folder: clone, dataDir, timeoutMs: 240_000 });
  return stack;
}

const account = { email: "ann@example.com", username: "Ann", password: "correct horse" };

async function post(path: string, body: object): Promise<number> {
  const answer = await fetch(`${stack?.appUrl}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return answer.status;
}

it("starts from a clone alone, and leaves the clone unchanged", async () => {
  execFileSync("git", ["clone", "--quiet", "--no-hardlinks", root, clone]);
  const { output, appUrl } = await start();
  await expect.poll(output).toMatch(/^It took \d+\.\d s/m);
  const page = await fetch(appUrl, { headers: { accept: "text/html" } });
  expect(await page.text()).toContain("<title>");
  expect(await post("/api/auth/register", account)).toBe(201);
  expect(await stack?.stop()).toBe(0);
  const changed = execFileSync("git", ["status", "--porcelain"], { cwd: clone, encoding: "utf8" });
  expect(changed).toBe("");
});

it("starts again with its earlier data", async () => {
  await start();
  expect(await post("/api/auth/login", account)).toBe(200);
  expect(await stack?.stop()).toBe(0);
});
