import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { removeDataDir, type Stack, startStack } from "./stack";

const root = join(import.meta.dirname, "..");
const elsewhere = mkdtempSync(join(tmpdir(), "fairclick-elsewhere-"));
let stack: Stack;

beforeAll(async () => {
  stack = await startStack();
});

afterAll(async () => {
  await stack?.stop();
  if (stack) removeDataDir(stack);
  rmSync(elsewhere, { recursive: true, force: true });
});

/** Runs a second start beside the running stack, which must fail. Returns its output lines. */
function failToStart(env: Record<string, string>): string[] {
  const { status, stderr } = spawnSync(process.execPath, ["dev/boot.ts", "start"], {
    cwd: root,
    env: { ...process.env, DATA_DIR: elsewhere, PORT: "0", ...env },
    encoding: "utf8",
    timeout: 60_000,
  });
  expect(status).toBe(1);
  return stderr.trim().split("\n");
}

function readPid(name: string): number {
  return JSON.parse(readFileSync(join(stack.dataDir, "processes.json"), "utf8"))[name];
}

function postgresPid(): number {
  return Number.parseInt(
    readFileSync(join(stack.dataDir, "postgres", "postmaster.pid"), "utf8"),
    10,
  );
}

/** Lists every process started for this data folder, except the shell that watches this test. */
function listProcesses(): string[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        const command = readFileSync(`/proc/${pid}/cmdline`, "utf8");
        return command.includes(stack.dataDir) && !command.startsWith("sh\0");
      } catch {
        return false;
      }
    });
}

async function isReady(): Promise<boolean> {
  return await fetch(`${stack.appUrl}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );
}

it("reports in one line that the port is taken", () => {
  const port = new URL(stack.appUrl).port;
  expect(failToStart({ PORT: port })).toEqual([
    `Port ${port} is taken. Choose another one with PORT.`,
  ]);
});

it("reports in one line that the data folder is in use", () => {
  const lines = failToStart({ DATA_DIR: stack.dataDir });
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain(`already runs on the data folder ${stack.dataDir}`);
});

it("reports in one line that the data folder cannot be written", () => {
  const lines = failToStart({ DATA_DIR: join(root, "package.json") });
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain("cannot be written");
});

it("reports every invalid setting", () => {
  const lines = failToStart({ STRIPE_SECRET_KEY: "sk_live_1", CLICK_WINDOW_SECONDS: "soon" });
  expect(lines).toHaveLength(3);
  expect(lines.join()).toMatch(/STRIPE_SECRET_KEY.*CLICK_WINDOW_SECONDS/s);
});

it("reports in one line that the database is unreachable", () => {
  const lines = failToStart({ DATABASE_URL: "postgres://nobody@127.0.0.1:1/nothing" });
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain("ECONNREFUSED");
});

it.each(["api", "worker", "stripe", "google", "mail"])(
  "restarts the %s after kill -9",
  async (name) => {
    const killed = readPid(name);
    process.kill(killed, "SIGKILL");
    await expect.poll(() => readPid(name)).not.toBe(killed);
    await expect.poll(isReady).toBe(true);
  },
);

it("restarts Postgres after kill -9, on the same port", async () => {
  const killed = postgresPid();
  process.kill(killed, "SIGKILL");
  await expect.poll(postgresPid).not.toBe(killed);
  await expect.poll(isReady).toBe(true);
});

it("stops what a killed start left running", async () => {
  const leftOver = [readPid("api"), readPid("worker"), postgresPid()];
  process.kill(Number(readFileSync(join(stack.dataDir, "start.pid"), "utf8")), "SIGKILL");
  stack = await startStack({ dataDir: stack.dataDir });
  const running = listProcesses();
  for (const pid of leftOver) expect(running).not.toContain(String(pid));
});

it("leaves no process behind when it is stopped", async () => {
  expect(listProcesses().length).toBeGreaterThan(4);
  expect(await stack.stop()).toBe(0);
  expect(listProcesses()).toEqual([]);
});
