import type { Client } from "@fairclick/api/client";
import type { ChangeInput, OperatorChange } from "@fairclick/core/changes";
import { AppError } from "@fairclick/core/errors";
import { type Options, type Paint, type Resource, writeCells } from "@fairclick/core/resource";
import { type Command, Option } from "commander";
import { z } from "zod";
import { defineActs } from "./change";
import { type CliCommand, defineCommand, listInput, listOptions, type Noun } from "./command";
import { callAdmin, openApi, type Page, readData, readPages } from "./connection";
import { apiOptions, targetInput } from "./failures";
import { formatFacts, momentOption, toTable } from "./output";

export function resourceNoun(resource: Resource): Noun {
  const { path: name, summary = "", show, decide } = resource;
  const commands = [
    listCommand(resource),
    ...(show ? [showCommand(resource)] : []),
    ...(decide ? [decideCommand(resource)] : []),
  ];
  return { name, summary, commands };
}

export function listCommand({ path, list }: Resource, usage = "list"): CliCommand {
  const options = readOptions(list.options, list.query);
  return defineCommand({
    usage,
    ...list,
    about: `${list.about} ${explainScope(list.scope)}`,
    options: (command) => addOptions(listOptions(command), options),
    input: z.object({ ...listInput, ...inputSchema(options) }),
    output: z.array(list.row),
    run: (host, { limit, api, profile, ...given }) => {
      const connection = openApi(host, { api, profile });
      const filter = mapValues(given, String);
      return readPages(host, limit, (page) =>
        connection.call((client) =>
          callAdmin<Page<Record<string, unknown>>>(client, "$get", {
            path,
            query: { ...filter, ...page },
          }),
        ),
      );
    },
    text: (rows, paint) => {
      if (rows.length === 0) return paint[list.isGoodIfEmpty ? "good" : "faint"]("None found.");
      const lines = rows.map((row) =>
        writeCells(list.columns, row, { paint, none: "" }).map(([, text]) => text ?? ""),
      );
      return toTable(Object.keys(list.columns), lines).join("\n");
    },
  });
}

/** Makes the command `show` of a resource. `below` writes lines that follow the facts. */
export function showCommand<Item>(
  { path, one, key, show }: Resource,
  below: (item: Item, paint: Paint) => string[] = () => [],
): CliCommand {
  if (!show) throw new Error(`${path} has no view of one`);
  return defineCommand({
    usage: `show <${one}>`,
    ...show,
    about: `${show.about} ${explainScope(show.scope)}`,
    options: apiOptions,
    input: z.looseObject(targetInput),
    output: show.item,
    run: async (host, { api, profile, ...given }) => {
      return readData(host, { api, profile }, (client) =>
        callAdmin<{ data: Record<string, unknown> }>(client, "$get", {
          path: `${path}/:${key}`,
          param: { [key]: String(given[one]) },
        }),
      );
    },
    text: (item, paint) => {
      const facts = writeCells(show.facts, item, { paint, none: "none" });
      const written = facts.flatMap(([name, text]) =>
        text === null ? [] : [[name, text] as const],
      );
      return [formatFacts(written), ...below(item as Item, paint)].join("\n");
    },
  });
}

export function decideCommand({ path, one, key, decide }: Resource): CliCommand {
  if (!decide) throw new Error(`${path} has no acts`);
  const { further = "", acts } = decide;
  const fieldsFor = (input?: z.ZodObject) => z.object({ ...decide.input?.shape, ...input?.shape });
  const fields = Object.values(acts).map(({ input }) => fieldsFor(input).shape);
  const options = readOptions(decide.options, z.object(Object.assign({}, ...fields)));
  const arguments_ = [...further.matchAll(/<(\w+)>/g)].map(([, name = ""]) => [name, z.string()]);
  const others = Object.entries(acts).flatMap(([name, { scope }]) =>
    scope ? [` ${name} needs ${scope}.`] : [],
  );
  return defineActs({
    ...decide,
    usage: `<${one}> ${further}`.trim(),
    about: [decide.about, explainScope(decide.scope), ...others].join(" ").trim(),
    options: (command) => addOptions(command, options),
    optionsInput: { ...Object.fromEntries(arguments_), ...inputSchema(options) },
    acts: mapValues(acts, ({ input, ...act }, name) => ({
      ...act,
      send: (client: Client, subject: string, json: ChangeInput, given: object) =>
        callAdmin<{ data: OperatorChange }>(client, "$post", {
          path: `${path}/:${key}/${name}`,
          param: { [key]: subject },
          json: { ...json, ...pickFields(given, fieldsFor(input)) },
        }),
    })),
  });
}

/** Returns the options; one for an enum lists its choices, and the default of the field. */
function readOptions(texts: Options = {}, fields: z.ZodObject): Option[] {
  return Object.entries(texts).map(([flags, text]) => {
    const option = new Option(flags, text);
    let field: unknown = fields.shape[option.attributeName()];
    if (field instanceof z.ZodDefault && !option.isBoolean())
      option.default(field.def.defaultValue);
    while (field instanceof z.ZodDefault || field instanceof z.ZodOptional) field = field.unwrap();
    return field instanceof z.ZodEnum ? option.choices(field.options.map(String)) : option;
  });
}

function addOptions(command: Command, options: readonly Option[]): Command {
  return options.reduce((each, option) => each.addOption(option), command);
}

function inputSchema(options: readonly Option[]): z.ZodRawShape {
  return Object.fromEntries(
    options.map((option) => {
      const text = option.flags.endsWith("<time>") ? momentOption : z.string();
      return [option.attributeName(), (option.isBoolean() ? z.boolean() : text).optional()];
    }),
  );
}

/** Returns the given fields that the input names. Throws `validation` if one is missing. */
function pickFields(given: object, { shape }: z.ZodObject): object {
  const fields = new Map(Object.entries(given));
  for (const [name, field] of Object.entries(shape)) {
    const isMissing = fields.get(name) === undefined && !z.safeParse(field, undefined).success;
    if (isMissing) throw new AppError("validation", `Give --${name}.`);
  }
  return Object.fromEntries([...fields].filter(([name]) => name in shape));
}

function explainScope(scope: string): string {
  return `Needs a token with the scope ${scope}.`;
}

export function mapValues<From, To>(
  values: Readonly<Record<string, From>>,
  map: (value: From, name: string) => To,
): Record<string, To> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, map(value, name)]),
  );
}
