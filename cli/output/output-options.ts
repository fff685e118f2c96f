import { type Command, Option } from "commander";
import { z } from "zod";

const outputFormats = ["table", "json", "csv"] as const;

const optionsSchema = z.object({
  json: z.boolean().default(false),
  output: z.enum(outputFormats).optional(),
  sort: z.string().optional(),
  watch: z.union([z.string(), z.literal(true)]).optional(),
});

export type OutputOptions = {
  format: (typeof outputFormats)[number];
  /** Field to sort rows by; null keeps their order. */
  sortBy: string | null;
  /** Seconds between two runs of the command; null to run once. */
  watchSeconds: number | null;
};

const WATCH_SECONDS = 5;

type Offered = { isList: boolean; canRepeat: boolean };

/** Adds the options for output to a command. Returns a function that reads them. */
export function addOutputOptions(
  command: Command,
  { isList, canRepeat }: Offered,
): () => OutputOptions {
  command.option("--json", "print the result as JSON");
  command.addOption(
    new Option("-o, --output <format>", "how to print the result; json is --json").choices(
      outputFormats,
    ),
  );
  const sortsRows = isList && !command.options.some(({ long }) => long === "--sort");
  if (sortsRows) {
    command.option(
      "--sort <field>",
      "sort the rows that were read by a field of --json; -<field> sorts the largest first",
    );
  }
  if (canRepeat) {
    command.option("--watch [seconds]", `repeat the command every ${WATCH_SECONDS} seconds`);
  }
  return () => {
    const { json, output, sort, watch } = optionsSchema.parse(command.opts());
    return {
      format: json ? "json" : (output ?? "table"),
      sortBy: sortsRows ? (sort ?? null) : null,
      watchSeconds: watch === undefined ? null : readSeconds(command, watch),
    };
  };
}

function readSeconds(command: Command, watch: string | true): number {
  if (watch === true) return WATCH_SECONDS;
  const seconds = Number(watch);
  if (seconds >= 1 && seconds <= 86_400) return seconds;
  return command.error("error: --watch takes a number of seconds, at least 1");
}
