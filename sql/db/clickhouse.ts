import { Readable } from "node:stream";
import { AppError } from "@fairclick/core/errors";
import { printableText } from "@fairclick/core/texts";

export type ClickHouseConfig = {
  /** Without name, password and path: `https://clickhouse.example:8443`. */
  url: string;
  username: string;
  password: string;
  database: string;
  /** The cluster over which tables are replicated and sharded; null for one server. */
  cluster: string | null;
};

/** A value and its type in ClickHouse. It never becomes part of a statement's text. */
type Bound = { type: string; value: unknown };
/** A statement, or a part of one. */
export type Part = { texts: readonly string[]; values: readonly (Bound | Part)[] };

/**
 * Writes a statement for ClickHouse or a part of one. A text cannot be spliced into it: its values are other
 * parts, and those that `bind` makes parameters of.
 */
export function ch(texts: TemplateStringsArray, ...values: (Bound | Part)[]): Part {
  return { texts, values };
}

export const bind = {
  uuid: (value: string): Bound => ({ type: "UUID", value }),
  uuids: (value: readonly string[]): Bound => ({ type: "Array(UUID)", value }),
  text: (value: string): Bound => ({ type: "String", value }),
  texts: (value: readonly string[]): Bound => ({ type: "Array(String)", value }),
  count: (value: number): Bound => ({ type: "UInt64", value }),
  /** To the millisecond, as clicks are timed. */
  time: (at: Date): Bound => ({ type: "DateTime64(3, 'UTC')", value: at.getTime() / 1_000 }),
  counts: (value: readonly (number | bigint)[]): Bound => ({ type: "Array(UInt64)", value }),
  days: (value: readonly string[]): Bound => ({ type: "Array(Date)", value }),
  /** A UTC day, as YYYY-MM-DD. */
  day: (value: string): Bound => ({ type: "Date", value }),
};

/** A part that is text of this program: the name of a column, an expression of the schema. */
export function verbatim(text: string): Part {
  return { texts: [text], values: [] };
}

function write(statement: Part): [text: string, parameters: Record<string, unknown>] {
  const parameters: Record<string, unknown> = {};
  const writePart = ({ texts, values }: Part): string =>
    texts.reduce((before, text, i) => before + writeValue(values[i - 1]) + text);
  const writeValue = (value: Bound | Part | undefined): string => {
    if (value === undefined) return "";
    if ("texts" in value) return writePart(value);
    const name = `p${Object.keys(parameters).length}`;
    parameters[name] = value.value;
    return `{${name}:${value.type}}`;
  };
  return [writePart(statement), parameters];
}

/** How long a page waits for ClickHouse. */
const READ_MS = 8_000;
const LONGEST_MS = 3_600_000;

export type ClickHouse = {
  cluster: string | null;
  /** Integers of 64 bits are texts in the rows, and times are ISO 8601. */
  read: <Row>(statement: Part, timeoutMs?: number) => Promise<Row[]>;
  /** Inserts rows as lines of JSON. Rows with a known token are ignored: a repeated insert stores them once. */
  insert: (rows: Insert) => Promise<void>;
  execute: (statement: Part, timeoutMs: number) => Promise<void>;
  close: () => Promise<void>;
};

export type Insert = {
  table: string;
  columns: readonly string[];
  lines: string;
  token: string;
  timeoutMs: number;
};

/** Connects on the first statement. Each waits a limited time; every failure is `unavailable`. */
export function openClickHouse(config: ClickHouseConfig): ClickHouse {
  const { url, username, password, database, cluster } = config;
  const open = async () => {
    const { ClickHouseLogLevel, createClient } = await import("@clickhouse/client");
    return createClient({
      ...{ url, username, password, database, application: "fairclick" },
      // `within` limits each statement.
      request_timeout: LONGEST_MS,
      log: { level: ClickHouseLogLevel.OFF },
      clickhouse_settings: {
        output_format_json_quote_64bit_integers: 1,
        date_time_output_format: "iso",
        date_time_input_format: "best_effort",
        // An insert is answered once every shard has its rows, and a replica answers only once it has them.
        insert_distributed_sync: 1,
        ...(cluster ? { insert_quorum: "auto", select_sequential_consistency: "1" } : {}),
      },
    });
  };
  // Loaded and opened by the first statement: an installation without ClickHouse loads nothing.
  let opened: ReturnType<typeof open> | null = null;
  const connect = () => {
    opened ??= open();
    return opened;
  };
  return {
    cluster,
    read: (statement, timeoutMs = READ_MS) =>
      within(timeoutMs, async (abort_signal) => {
        const [query, query_params] = write(statement);
        // What nobody waits for any more must not keep others waiting.
        const clickhouse_settings = { max_execution_time: Math.ceil(timeoutMs / 1_000) };
        const asked = { query, query_params, abort_signal, clickhouse_settings };
        return (await (await connect()).query({ ...asked, format: "JSONEachRow" })).json();
      }),
    insert: ({ table, columns, lines, token, timeoutMs }) =>
      within(timeoutMs, async (abort_signal) => {
        const { stream } = await (await connect()).exec({
          query: `insert into ${table} (${columns.join(", ")}) format JSONEachRow`,
          values: Readable.from([Buffer.from(lines)], { objectMode: false }),
          abort_signal,
          clickhouse_settings: { insert_deduplication_token: token, async_insert: 0 },
        });
        await stream.resume().toArray();
      }),
    execute: (statement, timeoutMs) =>
      within(timeoutMs, async (abort_signal) => {
        await (await connect()).command({ query: write(statement)[0], abort_signal });
      }),
    close: async () => (await opened)?.close(),
  };
}

async function within<Result>(
  timeoutMs: number,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const signal = AbortSignal.timeout(timeoutMs);
  const silent = new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(new Error(`no answer within ${timeoutMs} ms`)));
  });
  try {
    return await Promise.race([work(signal), silent]);
  } catch (cause) {
    const why = printableText(cause instanceof Error ? cause.message : String(cause)).slice(0, 300);
    throw new AppError("unavailable", `ClickHouse: ${why}`, { cause });
  }
}
