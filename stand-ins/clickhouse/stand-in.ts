import { type Engine, openEngine } from "./engine";

export type ClickHouseStandIn = { port: number; stop: () => Promise<void> };

type Options = {
  /** Where chdb is installed. */
  chdb: string;
  dataDir: string;
  port?: number;
  user?: string;
  password?: string;
};

/** Parameters of the HTTP interface that are no settings of the statement. */
const notSettings = new Set(["query", "database", "query_id", "session_id", "default_format"]);

/**
 * Serves ClickHouse's HTTP interface on this machine, as far as `@clickhouse/client` needs it: statements
 * with parameters and settings, inserts, errors with their codes, a user with a password. The engine is the
 * real one; it runs one statement at a time.
 */
export async function createClickHouseStandIn(options: Options): Promise<ClickHouseStandIn> {
  const engine = openEngine({ folder: options.chdb, dataDir: options.dataDir });
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const done = last.then(work);
    last = done.catch(() => {});
    return done;
  };
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: options.port ?? 0,
    idleTimeout: 255,
    maxRequestBodySize: 1024 ** 3,
    development: false,
    fetch: async (request) => {
      const url = new URL(request.url);
      if (url.pathname === "/ping") return new Response("Ok.\n");
      if (!isAllowed(request, options))
        return refuse(
          403,
          "Code: 516. DB::Exception: default: Authentication failed. (AUTHENTICATION_FAILED)",
        );
      const body = new Uint8Array(await request.arrayBuffer());
      try {
        return new Response(await inTurn(() => run(engine, url.searchParams, body)));
      } catch (error) {
        return refuse(500, error instanceof Error ? error.message : String(error));
      }
    },
  });
  return {
    port: server.port ?? 0,
    stop: async () => {
      await server.stop(true);
      await last;
      engine.close();
    },
  };
}

function isAllowed({ headers }: Request, { user = "default", password = "" }: Options): boolean {
  const basic = Buffer.from(`${user}:${password}`).toString("base64");
  return headers.get("authorization") === `Basic ${basic}`;
}

function refuse(status: number, text: string): Response {
  const code = /^Code: (\d+)/.exec(text)?.[1] ?? "1002";
  return new Response(`${text}\n`, { status, headers: { "x-clickhouse-exception-code": code } });
}

async function run(engine: Engine, search: URLSearchParams, body: Uint8Array): Promise<Uint8Array> {
  const database = search.get("database") ?? "default";
  await engine.query(`use \`${database.replaceAll("`", "")}\``, { format: "Null", parameters: {} });
  const inQuery = search.get("query");
  const text = inQuery ?? new TextDecoder().decode(body);
  const { statement, format } = addSettings(text, search);
  if (inQuery !== null && /^\s*insert\s/i.test(inQuery)) {
    await engine.insert(`${statement} FORMAT ${format}`, body);
    return new Uint8Array();
  }
  const parameters = Object.fromEntries(
    [...search].flatMap(([name, value]) =>
      name.startsWith("param_") ? [[name.slice("param_".length), value]] : [],
    ),
  );
  return engine.query(statement, { format, parameters });
}

/** Moves the settings of the address into the statement, and takes its format off. */
function addSettings(text: string, search: URLSearchParams): { statement: string; format: string } {
  const [, statement = text, format = "TabSeparated"] =
    /^(.*?)\s+format\s+(\w+)\s*;?\s*$/is.exec(text) ?? [];
  const settings = [...search]
    .filter(([name]) => /^\w+$/.test(name) && !name.startsWith("param_") && !notSettings.has(name))
    .map(([name, value]) => `${name} = '${value.replaceAll(/[\\']/g, "\\$&")}'`);
  const takesSettings = /^\s*(select|with|insert)\s/i.test(statement);
  return {
    statement:
      takesSettings && settings.length > 0
        ? `${statement} SETTINGS ${settings.join(", ")}`
        : statement,
    format,
  };
}
