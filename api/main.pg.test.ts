import { networkInterfaces } from "node:os";
import { join } from "node:path";
import { addCampaign } from "@fairclick/services/testing/marketplace";
import { readUntil } from "@fairclick/services/testing/read-until";
import { startPooler } from "@fairclick/sql/testing/start-pooler";
import { createTestDatabase } from "@fairclick/sql/testing/test-database";
import { afterAll, describe, expect, it } from "vitest";

const { url, db, owner } = await createTestDatabase();
const dropping = await startPooler(url, "drops options");
const loseConnection = join(import.meta.dirname, "../services/testing/lose-connection.ts");
const started: Bun.Subprocess[] = [];
afterAll(() => {
  for (const child of started) child.kill("SIGKILL");
});

const soon = { timeout: 60_000, interval: 100 };

type Arguments = { flags?: string[]; args?: string[]; env?: Record<string, string> };

function start(env: Record<string, string>, { flags = [], args = [] }: Arguments = {}) {
  const main = join(import.meta.dirname, "main.ts");
  const child = Bun.spawn([process.execPath, ...flags, main, ...args], {
    env: { PATH: process.env.PATH ?? "", DATABASE_URL: url, PORT: "0", ...env },
    stdout: "pipe",
    stderr: "pipe",
  });
  started.push(child);
  return child;
}

/** Waits for the line that contains the port. */
async function startListening(given: Arguments = {}) {
  const child = start(given.env ?? {}, given);
  const printed = await readUntil(child.stdout, "listening");
  const line = printed.split("\n").find((text) => text.includes("listening"));
  if (!line) throw new Error(`The process ended: ${await new Response(child.stderr).text()}`);
  return { child, port: Number(JSON.parse(line).port) };
}

function register(port: number) {
  return fetch(`http://127.0.0.1:${port}/api/auth/register`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      username: `u${crypto.randomUUID().slice(0, 8)}`,
      email: `${crypto.randomUUID()}@example.com`,
      password: "correct horse",
    }),
  });
}

/** Returns how many of the statements wait for a locked table. */
async function countWaiting(): Promise<number> {
  const [row] = await owner<{ waiting: number }[]>`
    select count(*)::int as waiting from pg_locks
    where not granted and relation = 'users'::regclass
      and database = (select oid from pg_database where datname = current_database())`;
  return row?.waiting ?? 0;
}

describe("the api process", () => {
  it("prints one line per invalid setting, and exits", async () => {
    const child = start({ PORT: "many", DATABASE_URL: "mysql://x" });
    expect(await child.exited).toBe(1);
    const said = await new Response(child.stderr).text();
    expect(said).toContain("PORT: ");
    expect(said).toContain("DATABASE_URL: must start with postgres://");
    expect(said).not.toMatch(/\n\s+at /);
  });

  it("refuses to run behind a pooler that drops its settings, and says so", async () => {
    const child = start({ DATABASE_URL: dropping });
    expect(await child.exited).toBe(1);
    const said = await new Response(child.stderr).text();
    expect(said).toContain("DATABASE_URL: Sessions do not start with the settings");
    expect(said).not.toMatch(/\n\s+at /);
  });

  it("prints one line if its port is in use", async () => {
    const { port } = await startListening();
    const second = start({ PORT: String(port) });
    expect(await second.exited).toBe(1);
    expect(await new Response(second.stderr).text()).toBe(
      `Port ${port} is already in use. Choose another one with PORT.\n`,
    );
  });

  it.runIf(process.platform === "linux")(
    "runs in several processes on one port",
    async () => {
      const { child, port } = await startListening({ env: { PROCESSES: "2" } });
      const get = (path: string) => fetch(`http://127.0.0.1:${port}${path}`, { keepalive: false });
      const read = async () => (await get("/metrics")).text();
      const figure = (text: string, name: string) =>
        Number(new RegExp(`^${name} (.+)$`, "m").exec(text)?.[1] ?? 0);
      const findPids = async () => {
        const { stdout } = Bun.spawn(["pgrep", "-P", `${child.pid}`], { stdout: "pipe" });
        return (await stdout.text()).trim().split("\n").filter(Boolean).map(Number);
      };
      const unknown = 'fairclick_redirects_total{outcome="unknown"}';
      const pattern = unknown.replaceAll(/[{}]/g, "\\$&");
      await expect.poll(async () => (await findPids()).length, soon).toBe(2);
      for (let n = 0; n < 20; n += 1) expect((await get("/r/missing")).status).toBe(404);
      await expect.poll(async () => figure(await read(), pattern), soon).toBe(20);
      // Each reads it from the same database: they are not added up.
      expect(figure(await read(), "fairclick_database_up")).toBe(1);

      const [first = 0] = await findPids();
      process.kill(first, "SIGKILL");
      const isReplaced = async () => {
        const pids = await findPids();
        return pids.length === 2 && !pids.includes(first);
      };
      await expect.poll(isReplaced, soon).toBe(true);
      expect((await get("/healthz")).status).toBe(200);

      const second = start({ PORT: String(port), PROCESSES: "2" });
      expect(await second.exited).toBe(1);
      expect(await new Response(second.stderr).text()).toContain(`Port ${port} is already in use.`);

      const pids = await findPids();
      child.kill("SIGTERM");
      expect(await child.exited).toBe(0);
      for (const pid of pids) expect(() => process.kill(pid, 0)).toThrow();
    },
    120_000,
  );

  it.runIf(process.platform === "linux")(
    "ends its processes when it is killed",
    async () => {
      const { child, port } = await startListening({ env: { PROCESSES: "2" } });
      child.kill("SIGKILL");
      await child.exited;
      const isGone = () =>
        fetch(`http://127.0.0.1:${port}/healthz`).then(
          () => false,
          () => true,
        );
      await expect.poll(isGone, soon).toBe(true);
    },
    120_000,
  );

  it("listens on this machine only, unless LISTEN_HOST says otherwise", async () => {
    // On Linux all of 127.0.0.0/8 reaches this machine, but only servers that listen on all addresses answer there.
    const interfaces = Object.values(networkInterfaces()).flat();
    const outer = interfaces.find((one) => one?.family === "IPv4" && !one.internal)?.address;
    const address = process.platform === "linux" ? "127.0.0.2" : outer;
    const { port } = await startListening();
    await expect(fetch(`http://${address}:${port}/healthz`)).rejects.toThrow();
    const open = await startListening({ env: { LISTEN_HOST: "0.0.0.0" } });
    expect((await fetch(`http://${address}:${open.port}/healthz`)).status).toBe(200);
  });

  it("survives the loss of an idle connection", async () => {
    const { child, port } = await startListening({
      flags: ["--preload", loseConnection],
      args: ["ECONNRESET"],
    });
    child.kill("SIGUSR2");
    const said = "an abandoned connection was lost";
    expect(await readUntil(child.stdout, said)).toContain(said);
    expect((await register(port)).status).toBe(201);
  });

  it("finishes running requests on SIGTERM", async () => {
    const { child, port } = await startListening();
    expect((await register(port)).status).toBe(201);
    const lock = await owner.reserve();
    await lock`begin`;
    await lock`lock table users in share mode`;
    const underWay = Array.from({ length: 10 }, () => register(port));
    await expect.poll(countWaiting).toBe(10);
    child.kill("SIGTERM");
    await readUntil(child.stdout, "stopping");
    await lock`commit`;
    lock.release();
    const statuses = (await Promise.all(underWay)).map((answer) => answer.status);
    expect(new Set(statuses)).toEqual(new Set([201]));
    expect(await child.exited).toBe(0);
    await expect(register(port)).rejects.toThrow();
  });

  it("stops without waiting for open streams", async () => {
    const { child, port } = await startListening();
    const account = await (await register(port)).json();
    const { token, user } = (account as { data: { token: string; user: { _id: string } } }).data;
    const campaign = await addCampaign(db);
    await db.sql`
      insert into links (campaign_id, creator_id, code)
      values (${campaign.id}, ${user._id}, 'livelive')`;
    const answer = await fetch(`http://127.0.0.1:${port}/api/events?link=${campaign.id}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(answer.status).toBe(200);
    const since = performance.now();
    child.kill("SIGTERM");
    expect(await child.exited).toBe(0);
    expect(performance.now() - since).toBeLessThan(5_000);
    await answer.text();
  });
});
