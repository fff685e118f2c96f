import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, mkdirSync, openSync, readFileSync, realpathSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { findFreePort } from "../processes/free-port";
import { signal } from "../processes/signals";
import { preparePostgresBinaries } from "./binaries";
import { clusterPath, hasCluster, makeCluster } from "./make-cluster";
import { makePasswords, type Passwords, readPasswords } from "./passwords";
import { isReady, stopOrphanedServer } from "./pid-file";
import { chooseSystemUser, type SystemUser } from "./system-user";

export type EmbeddedPostgres = {
  port: number;
  pid: number;
  /** The data directory, with symlinks resolved. */
  clusterDir: string;
  /** Returns the URL for one of the cluster's roles. */
  urlFor(login: keyof Passwords, database?: string): string;
  /** Resolves when the server exits, with the exit code or signal. */
  exited: Promise<string>;
  /**
   * Ends all sessions, writes a checkpoint and resolves after the exit. Resolves immediately if it
   * already exited.
   */
  stop(): Promise<void>;
};

type Options = {
  /** Absolute path. Holds the data, the passwords and the log. */
  dataDir: string;
  /** False for temporary clusters: nothing is flushed to disk. */
  durable: boolean;
  /** Default: a free port. */
  port?: number;
};

/**
 * Starts the Postgres from npm on 127.0.0.1, and creates its cluster if there is none. A server
 * that a killed process left running on the same data is stopped first.
 */
export async function startEmbeddedPostgres(options: Options): Promise<EmbeddedPostgres> {
  const { dataDir, durable } = options;
  const user = chooseSystemUser(clusterPath(dataDir));
  const binaries = preparePostgresBinaries(user);
  const passwordFile = join(dataDir, "postgres-passwords.json");
  if (!hasCluster(dataDir)) {
    makeCluster({ dataDir, binaries, user, passwords: makePasswords(passwordFile), durable });
  }
  const passwords = readPasswords(passwordFile);
  if (!passwords) throw new Error(`${passwordFile} is missing: the database cannot be opened.`);
  // Resolved because the Postgres user may be unable to enter the directory that contains the
  // symlink.
  const clusterDir = realpathSync(clusterPath(dataDir));
  await stopOrphanedServer(clusterDir);

  const port = options.port ?? (await findFreePort());
  const logFile = join(dataDir, "logs", "postgres.log");
  mkdirSync(join(dataDir, "logs"), { recursive: true, mode: 0o700 });
  const server = { binary: binaries.postgres, clusterDir, logFile, port, durable, user };
  const child = await launch(server);
  return {
    port,
    pid: child.pid,
    clusterDir,
    exited: child.exited,
    urlFor: (login, database = "fairclick") =>
      `postgres://${login}:${passwords[login]}@127.0.0.1:${port}/${database}`,
    stop: () => stop(child),
  };
}

type Server = {
  binary: string;
  clusterDir: string;
  logFile: string;
  port: number;
  durable: boolean;
  user: SystemUser | null;
};
/**
 * Error messages, details and statements can contain personal data. The program that sent the
 * statement logs the failure, so this log contains only what the server itself does.
 */
const NO_PERSONAL_DATA = {
  log_min_messages: "log",
  log_min_error_statement: "panic",
  log_error_verbosity: "terse",
  log_parameter_max_length_on_error: 0,
};

const WITHOUT_FLUSHING = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  wal_init_zero: "off",
};

type Running = { pid: number; exited: Promise<string>; isOver: () => boolean };

/**
 * Starts the server, and retries for 15 s while the sessions of a killed server still hold its
 * shared memory.
 */
async function launch(server: Server): Promise<Running> {
  const deadline = Date.now() + 15_000;
  for (;;) {
    const logStart = statSync(server.logFile, { throwIfNoEntry: false })?.size ?? 0;
    const running = await waitUntilReady(spawnServer(server), server.clusterDir);
    if (running) return running;
    const log = readFileSync(server.logFile).subarray(logStart).toString().trim();
    if (!log.includes("is still in use") || Date.now() > deadline) {
      throw new Error(`Postgres did not start. ${log.split("\n").slice(-4).join("\n")}`);
    }
    await sleep(200);
  }
}

function spawnServer({ binary, clusterDir, logFile, port, durable, user }: Server): ChildProcess {
  const settings = {
    listen_addresses: "127.0.0.1",
    port,
    unix_socket_directories: "",
    // Four apis and workers, or the test files of all cores at once.
    max_connections: durable ? 400 : 500,
    ...NO_PERSONAL_DATA,
    ...(durable ? {} : WITHOUT_FLUSHING),
  };
  const log = openSync(logFile, "a");
  const child = spawn(
    binary,
    [
      "-D",
      clusterDir,
      ...Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]),
    ],
    { ...user, cwd: clusterDir, env: { TZ: "UTC" }, stdio: ["ignore", log, log], detached: true },
  );
  closeSync(log);
  return child;
}

async function waitUntilReady(child: ChildProcess, clusterDir: string): Promise<Running | null> {
  let over = false;
  const exited = new Promise<string>((resolve) => {
    child.once("exit", (code, by) => resolve(by ?? `exit code ${code}`));
    child.once("error", (error) => resolve(error.message));
  });
  void exited.then(() => {
    over = true;
  });
  while (!over) {
    if (child.pid && isReady(clusterDir, child.pid)) {
      return { pid: child.pid, exited, isOver: () => over };
    }
    await Promise.race([exited, sleep(20)]);
  }
  return null;
}

async function stop({ pid, exited, isOver }: Running): Promise<void> {
  if (isOver()) return;
  signal(pid, "SIGINT");
  const timer = setTimeout(() => signal(pid, "SIGQUIT"), 30_000);
  await exited;
  clearTimeout(timer);
}
