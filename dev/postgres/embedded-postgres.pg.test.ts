import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import { afterAll, expect, it } from "vitest";
import { waitUntilGone } from "../processes/signals";
import { stopWithParent } from "../processes/stop-with-parent";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "./embedded-postgres";
import { chooseSystemUser } from "./system-user";

const dataDir = mkdtempSync(join(tmpdir(), "fairclick-test-embedded-"));
let running: EmbeddedPostgres | null = null;
let cancelStop = () => {};

async function start(port?: number): Promise<EmbeddedPostgres> {
  running = await startEmbeddedPostgres({ dataDir, durable: true, ...(port && { port }) });
  cancelStop();
  cancelStop = stopWithParent({ pid: running.pid, folder: dataDir, by: "SIGQUIT" });
  return running;
}

async function run<Result>(
  server: EmbeddedPostgres,
  work: (sql: postgres.Sql) => Promise<Result>,
): Promise<Result> {
  const sql = postgres(server.urlFor("postgres", "fairclick"), { max: 1, onnotice: () => {} });
  try {
    return await work(sql);
  } finally {
    await sql.end();
  }
}

afterAll(async () => {
  await running?.stop();
  cancelStop();
  rmSync(dataDir, { recursive: true, force: true });
});

it("keeps committed data through a stop, kill -9 and a server that was left running", async () => {
  const first = await start();
  await run(first, (sql) => sql`create table notes as select 'one' as text`);
  await first.stop();

  const second = await start();
  await run(second, (sql) => sql`insert into notes values ('two')`);
  process.kill(second.pid, "SIGKILL");
  await second.exited;

  const third = await start(second.port);
  expect(third.port).toBe(second.port);
  await run(third, (sql) => sql`insert into notes values ('three')`);

  const fourth = await start();
  expect(await waitUntilGone(third.pid, 0)).toBe(true);
  expect(await run(fourth, (sql) => sql`select text from notes`)).toEqual([
    { text: "one" },
    { text: "two" },
    { text: "three" },
  ]);
  await fourth.stop();
});

it("writes no personal data from e-mails, names or statements into its log", async () => {
  const server = await start();
  await run(server, async (sql) => {
    const note = (email: string) => sql`insert into people values (${email})`;
    await sql`create table people (email text primary key check (email like '%@%'))`;
    await note("twice@private.example");
    await expect(note("twice@private.example")).rejects.toThrow("duplicate key");
    await expect(note("nobody-private.example")).rejects.toThrow("check constraint");
    await expect(sql`select 'typed@private.example'::int`).rejects.toThrow("invalid");
    await expect(sql`insert into people values ('in@private.example').`).rejects.toThrow();
    await expect(
      sql`do $$ begin raise exception 'told' using detail = 'of@private.example'; end $$`,
    ).rejects.toThrow("told");
  });
  await server.stop();
  const log = readFileSync(join(dataDir, "logs", "postgres.log"), "utf8");
  expect(log).toContain("database system is ready to accept connections");
  expect(log).not.toContain("private.example");
});

it("starts despite a pid file whose process id now belongs to another program", async () => {
  const clusterDir = join(dataDir, "postgres");
  const other = spawn("sleep", ["60"], { ...chooseSystemUser(clusterDir), stdio: "ignore" });
  const lines = [other.pid, clusterDir, 0, 5432, "", "127.0.0.1", "", "ready"];
  writeFileSync(join(clusterDir, "postmaster.pid"), `${lines.join("\n")}\n`);
  const server = await start();
  expect(await run(server, (sql) => sql`select 1 as one`)).toEqual([{ one: 1 }]);
  expect(other.kill()).toBe(true);
});

it("listens on loopback only, requires a password and flushes to disk", async () => {
  const server = running;
  if (!server) throw new Error("No server is running.");
  const settings = await run(
    server,
    (sql) => sql`
      select name, setting from pg_settings
      where name in ('listen_addresses', 'fsync', 'unix_socket_directories') order by name`,
  );
  expect(settings.map(({ name, setting }) => `${name}=${setting}`)).toEqual([
    "fsync=on",
    "listen_addresses=127.0.0.1",
    "unix_socket_directories=",
  ]);
  const wrong = new URL(server.urlFor("fairclick"));
  wrong.password = "wrong";
  const sql = postgres(wrong.href, { max: 1 });
  await expect(sql`select 1`).rejects.toThrow("password authentication failed");
  await sql.end();
  const file = join(dataDir, "postgres-passwords.json");
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readFileSync(file, "utf8")).toContain(new URL(server.urlFor("fairclick")).password);
});
