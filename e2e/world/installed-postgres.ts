import { spawn, spawnSync } from "node:child_process";
import { chmodSync, chownSync, closeSync, mkdirSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isReady } from "@fairclick/dev/postgres/pid-file";
import { chooseSystemUser } from "@fairclick/dev/postgres/system-user";
import { findProgram, postgresServer } from "@fairclick/dev/setup/find-program";
import { connectAsOwner } from "@fairclick/sql/db/client";
import { type Running, trackProcess } from "./running";

const START_TIMEOUT_MS = 60_000;

/** A Postgres that is installed on this machine: unlike the embedded one, it has all its programs. */
export type InstalledPostgres = {
  /** Postgres' data folder. */
  data: string;
  /** Of all logins. */
  password: string;
  urlFor: (login: "postgres" | "fairclick_owner" | "fairclick", database?: string) => string;
  /** Creates the empty data folder, which belongs to the user that Postgres runs as. */
  makeFolder: () => void;
  /** Creates the cluster with the roles of docs/deploy.md. */
  create: () => void;
  /** Starts the server, and resolves when it accepts writes. */
  start: () => Promise<Running>;
};

export function installedPostgres(
  folder: string,
  port: number,
  password: string = crypto.randomUUID(),
): InstalledPostgres {
  const initdb = findProgram(postgresServer);
  if (!initdb) throw new Error(`This needs a Postgres. ${postgresServer.advice}`);
  const data = join(folder, "postgres");
  const user = chooseSystemUser(data);
  const urlFor: InstalledPostgres["urlFor"] = (login, database = "fairclick") =>
    `postgres://${login}:${password}@127.0.0.1:${port}/${database}`;
  const makeFolder = () => {
    mkdirSync(data, { mode: 0o700 });
    if (!user) return;
    chownSync(data, user.uid, user.gid);
    // Its user must pass through.
    chmodSync(folder, 0o711);
  };
  const program = initdb.replace(/initdb$/, "postgres");
  const run = (command: string, args: string[], input: string) => {
    const options = { ...user, cwd: "/", env: { TZ: "UTC" }, input, encoding: "utf8" } as const;
    const { status, stderr } = spawnSync(command, args, options);
    if (status !== 0 || /\b(ERROR|FATAL):/.test(stderr)) throw new Error(stderr);
  };
  const start = async () => {
    const log = openSync(join(folder, "postgres.log"), "a");
    const settings = [`port=${port}`, "listen_addresses=127.0.0.1", "unix_socket_directories="];
    const child = spawn(program, ["-D", data, ...settings.flatMap((setting) => ["-c", setting])], {
      ...user,
      cwd: "/",
      env: { TZ: "UTC" },
      stdio: ["ignore", log, log],
      detached: true,
    });
    closeSync(log);
    if (child.pid === undefined) throw new Error("Postgres could not be started");
    const exited = new Promise((resolve) => child.once("exit", resolve));
    const running = trackProcess({ pid: child.pid, exited, folder });
    const deadline = Date.now() + START_TIMEOUT_MS;
    while (!isReady(data, child.pid) || (await isRecovering(urlFor("postgres", "postgres")))) {
      if (child.exitCode !== null || Date.now() > deadline) {
        await running.kill();
        throw new Error(
          `Postgres did not start: ${readFileSync(join(folder, "postgres.log"), "utf8").slice(-1_000)}`,
        );
      }
      await Bun.sleep(50);
    }
    return running;
  };
  return {
    data,
    password,
    urlFor,
    makeFolder,
    start,
    create: () => {
      makeFolder();
      const auth = ["--username=postgres", "--auth=scram-sha-256", "--pwfile=/dev/stdin"];
      run(initdb, ["-D", data, ...auth, "--encoding=UTF8", "--locale=C"], password);
      run(program, ["--single", "-D", data, "postgres"], firstStatements(password));
    },
  };
}

function firstStatements(password: string): string {
  return [
    `create role fairclick_owner login createrole replication password '${password}';`,
    `create role fairclick login password '${password}';`,
    "create database fairclick owner fairclick_owner;",
    "",
  ].join("\n");
}

async function isRecovering(url: string): Promise<boolean> {
  const db = connectAsOwner(url);
  try {
    const [row] = await db.sql<{ is: boolean }[]>`select pg_is_in_recovery() as is`;
    return row?.is !== false;
  } finally {
    await db.end();
  }
}
