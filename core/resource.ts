import type { z } from "zod";
import { formatExactDollars } from "./amounts";
import type { OperatorScope } from "./operations/operators";

/** Functions that style a text for the terminal. */
export type Paint = Record<"good" | "bad" | "warn" | "faint" | "strong", (text: string) => string>;

/**
 * A field, written by its name (`…At` is a time, `…Micros` an amount), or a function that writes the cell;
 * null leaves a fact out.
 */
type Cell<Row> = (keyof Row & string) | ((row: Row, paint: Paint) => string | null);

/** Cells by their heading, in order. */
export type Cells<Row> = Readonly<Record<string, Cell<Row>>>;

/** Texts of a command's options by their flags: `--user <user>`. Each is named like the field that it sends. */
export type Options = Readonly<Record<string, string>>;

type Explained = {
  /** As `--help` lists it; also the summary of the route. */
  summary: string;
  about: string;
  /** Command lines without the leading `fairclick`. */
  examples: readonly [string, ...string[]];
};

/** What operators can do to one thing. They give a reason, and see the change before they confirm it. */
export type Act = {
  about: string;
  /** What the act stops and what goes on, shown before it is confirmed. */
  explain?: string;
  /** If it needs another scope than the other acts. */
  scope?: OperatorScope;
  /** What it takes beside the reason. */
  input?: z.ZodObject;
};

/**
 * What operators list, see and change: `resourceRoutes` in api makes the routes of it, `frame/resource.ts`
 * in cli the commands.
 */
export type Resource = {
  /** Below `/api/admin`; also the noun of its commands. */
  path: string;
  /** What `--help` says of its commands, if they are only `list`, `show` and `decide`. */
  summary?: string;
  /** Names one thing in the commands: `withdrawal`. */
  one: string;
  /** Names one thing in the routes and in the input of acts. */
  key: string;
  /** Default: a text of at most 60 characters. */
  keySchema?: z.ZodType<string>;
  list: Explained & {
    scope: OperatorScope;
    query: z.ZodObject;
    options?: Options;
    row: z.ZodObject;
    columns: Cells<never>;
    /** Whether an empty list is good news. */
    isGoodIfEmpty?: true;
  };
  show?: Explained & { scope: OperatorScope; item: z.ZodObject; facts: Cells<never> };
  decide?: Explained & {
    scope: OperatorScope;
    /** What every act takes beside the reason. */
    input?: z.ZodObject;
    /** Those of it that are arguments, not options: `<channel>`. */
    further?: string;
    options?: Options;
    acts: Readonly<Record<string, Act>>;
  };
};

/** Defines a resource. Its columns and facts name their row: `satisfies Cells<…>`. */
export function defineResource<const R extends Resource>(resource: R): R {
  return resource;
}

/**
 * Writes the cells of a row; `none` for a field that is null. The cast holds because a resource's cells are
 * written for its rows.
 */
export function writeCells(
  cells: Cells<never>,
  row: object,
  { paint, none }: { paint: Paint; none: string },
): [heading: string, text: string | null][] {
  const fields = new Map(Object.entries(row));
  return Object.entries(cells).map(([heading, cell]) => [
    heading,
    typeof cell === "function"
      ? cell(row as never, paint)
      : (writeField(cell, fields.get(cell)) ?? none),
  ]);
}

function writeField(name: string, value: unknown): string | null {
  if (value === null) return null;
  if (typeof value !== "string") return String(value);
  if (name.endsWith("At")) return formatMoment(value);
  return name.endsWith("Micros") ? formatMicros(value) : value;
}

/** Formats a time in UTC: `2026-01-31 12:34:56`. Returns an empty text for null. */
export function formatMoment(iso: string | null): string {
  return iso === null ? "" : iso.slice(0, 19).replace("T", " ");
}

/** Formats an amount in micros with all its digits: `$0.0015`. */
export function formatMicros(micros: string): string {
  return formatExactDollars(BigInt(micros));
}
