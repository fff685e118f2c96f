import {
  DEFAULT_ROWS,
  MAX_QUERY,
  MAX_ROWS,
  type sqlResponseSchema,
} from "@fairclick/core/operations/sql-schema";
import { z } from "zod";
import { openApi } from "../../connection/open-api";
import { apiOptions, targetInput } from "../../connection/target-options";
import { defineCommand } from "../../define-command";
import { CliError } from "../../failures";
import type { Host } from "../../host";
import { toTable } from "../../output/table";

const valueSchema = z.union([z.string(), z.number(), z.boolean(), z.null()]);
const rowSchema = z.record(z.string(), valueSchema);
type Row = z.infer<typeof rowSchema>;
type Found = z.infer<typeof sqlResponseSchema>["data"];

export const sqlCommand = defineCommand({
  usage: "sql [query]",
  summary: "run a query over the reporting views",
  about:
    "Runs one select over the views that --tables lists: clicks, campaigns, links, users, the ledger and others, without secrets and personal data. `-` reads the query from standard input. A query can only read, takes at most 10 seconds, and is written to the audit log with its text. In JSON, integers and booleans are values, and everything else is text as Postgres writes it, such as numeric sums. Filter clicks by clicked_at. Needs a token with the scope sql:read.",
  examples: [
    "sql \"select verdict, count(*) from clicks where clicked_at > now() - interval '1 day' group by 1\"",
    "sql --tables",
    "sql - -o csv --limit 10000 < month.sql > month.csv",
  ],
  options: (command) =>
    apiOptions(command)
      .option("--tables", "list the views and their columns")
      .option("--limit <count>", `maximum number of rows, up to ${MAX_ROWS}`, String(DEFAULT_ROWS)),
  input: z.object({
    ...targetInput,
    query: z.string().optional(),
    tables: z.boolean().default(false),
    limit: z.coerce.number(),
  }),
  output: z.array(rowSchema),
  run: async (host, { query, tables, limit, ...target }) => {
    const api = openApi(host, target);
    if (tables) {
      const { data } = await api.call((client) => client.api.admin.sql.views.$get());
      return data.flatMap(({ name: view, about, columns }) => [
        { view, column: null, type: null, about },
        ...columns.map((each) => ({ view, column: each.name, type: each.type, about: each.about })),
      ]);
    }
    const json = { query: await readQuery(host, query), limit };
    const { data } = await api.call((client) => client.api.admin.sql.$post({ json }), {
      isReading: true,
    });
    if (data.cutBy !== null) host.remark(`${explainCut(data)}\n`);
    return toRows(data);
  },
  text: (rows, paint) => {
    const [first] = rows;
    if (!first) return paint.faint("No rows.");
    const names = Object.keys(first);
    const cells = rows.map((row) => names.map((name) => String(row[name] ?? "")));
    return toTable(names, cells).join("\n");
  },
});

async function readQuery(host: Host, query: string | undefined): Promise<string> {
  const text = query === "-" ? await host.readInput(MAX_QUERY) : query;
  if (text !== undefined && text.trim() !== "") return text;
  throw new CliError(
    "validation",
    "There is no query.",
    "Give one in quotes, or - to read it from standard input; --tables lists the views.",
  );
}

function explainCut({ rows, cutBy }: Found): string {
  const shown = `Only the first ${rows.length.toLocaleString("en-US")} rows`;
  return cutBy === "rows"
    ? `${shown}: there are more. --limit sets how many, up to ${MAX_ROWS.toLocaleString("en-US")}.`
    : `${shown}: the next one exceeds 8 MB. Select fewer columns.`;
}

function toRows({ columns, rows }: Found): Row[] {
  return rows.map((values) =>
    Object.fromEntries(
      columns.map(({ name, type }, index) => [name, toValue(values[index] ?? null, type)]),
    ),
  );
}

/** Integers that a JSON number cannot hold exactly stay text. */
function toValue(value: string | null, type: string): Row[string] {
  if (value === null) return null;
  if (type === "boolean") return value === "true";
  if (type !== "smallint" && type !== "integer" && type !== "bigint") return value;
  return Number.isSafeInteger(Number(value)) ? Number(value) : value;
}
