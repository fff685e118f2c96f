import { connect, type Sql, sessionSettings } from "./client";

/** More than two: a pooler can hand the same server process out twice by chance. */
const ROUNDS = 4;

/**
 * Returns, in a sentence, why the application must not use connections to this address; null if it
 * may. Throws if Postgres cannot be reached.
 */
export async function findConnectionFault(url: string): Promise<string | null> {
  const db = connect(url, { max: 2, applicationName: "fairclick connection check" });
  try {
    // A pool that cannot connect refuses this at once, and a reserved connection only at its end.
    await db.sql`select 1`.simple();
    const fault = (await findSharedProcess(db.sql)) ?? (await findLostSettings(db.sql));
    return fault;
  } finally {
    await db.end();
  }
}

/**
 * Two connections that are open at the same time have a server process each, and keep it. The
 * statements are plain ones: prepared ones can fail where processes are shared.
 */
async function findSharedProcess(sql: Sql): Promise<string | null> {
  const connections = await Promise.all([sql.reserve(), sql.reserve()]);
  const seen = connections.map(() => new Set<number>());
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [index, connection] of connections.entries()) {
      const [row] = await connection<{ pid: number }[]>`select pg_backend_pid() as pid`.simple();
      if (row) seen[index]?.add(Number(row.pid));
    }
  }
  for (const connection of connections) connection.release();
  const processes = new Set(seen.flatMap((pids) => [...pids]));
  const isOwn = seen.every((pids) => pids.size === 1) && processes.size === connections.length;
  return isOwn
    ? null
    : "A pooler shares server processes between connections (transaction or statement mode): connect to Postgres directly, or through a pooler in session mode.";
}

/** A pooler may drop the start-up parameters of a connection. */
async function findLostSettings(sql: Sql): Promise<string | null> {
  const rows = await sql<{ name: string; value: string }[]>`
    /* connectionFaults.findLostSettings */
    select name, current_setting(name) as value
    from unnest(${Object.keys(sessionSettings)}::text[]) as name`;
  const actual = new Map(rows.map(({ name, value }) => [name, value]));
  const lost = Object.entries(sessionSettings)
    .filter(([name, value]) => actual.get(name) !== value)
    .map(([name, value]) => `${name} is ${actual.get(name)}, not ${value}`);
  return lost.length === 0
    ? null
    : `Sessions do not start with the settings that Fairclick asks for (${lost.join(", ")}): a pooler drops the start-up parameter options. Connect to Postgres directly, or set them for the login (docs/deploy.md).`;
}
