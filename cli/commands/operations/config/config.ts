import { z } from "zod";
import { readSettings, type Settings, saveSettings } from "../../../connection/settings";
import { defineCommand } from "../../../define-command";
import { CliError } from "../../../failures";
import { formatFacts } from "../../../output/format";
import { outputFormats } from "../../../output/output-formats";

const names =
  "Names: output (table, json or csv), profile (that of commands that name none), and alias.NAME (a command line that NAME stands for).";

const settingSchema = z.object({ name: z.string(), value: z.string() });
type Setting = z.infer<typeof settingSchema>;

function listSettings({ aliases, ...others }: Settings): Setting[] {
  const named = Object.entries(aliases).map(([name, value]) => [`alias.${name}`, value] as const);
  return [...Object.entries(others), ...named].flatMap(([name, value]) =>
    value === undefined ? [] : [{ name, value }],
  );
}

export const listSettingsCommand = defineCommand({
  usage: "list",
  summary: "list the settings of this program",
  about: `Lists what \`config set\` stored for you on this machine. ${names}`,
  examples: ["config list"],
  input: z.object({}),
  output: z.array(settingSchema),
  run: async (host) => listSettings(readSettings(host.env)),
  text: (settings, paint) =>
    settings.length === 0
      ? paint.faint("Nothing is set.")
      : formatFacts(settings.map(({ name, value }) => [name, value])),
});

export const setSettingCommand = defineCommand({
  usage: "set <name> <value>",
  summary: "set a default or an alias",
  about: `Stores a setting for you on this machine. ${names} An alias does not replace a command of the same name.`,
  examples: [
    "config set profile staging",
    "config set output json",
    'config set alias.ring "clicks list --signal vpn --verdict held"',
  ],
  input: settingSchema,
  output: settingSchema,
  run: async (host, { name, value }) => {
    saveSettings(host.env, change(readSettings(host.env), name, value));
    return { name, value };
  },
  text: ({ name, value }) => `${name} is ${value}`,
});

export const unsetSettingCommand = defineCommand({
  usage: "unset <name>",
  summary: "remove a default or an alias",
  about: `Removes a setting. ${names}`,
  examples: ["config unset profile", "config unset alias.ring"],
  input: z.object({ name: z.string() }),
  output: z.object({ name: z.string() }),
  run: async (host, { name }) => {
    saveSettings(host.env, change(readSettings(host.env), name, undefined));
    return { name };
  },
  text: ({ name }) => `${name} is not set any more.`,
});

/** Returns the settings with a new value; undefined removes it. Throws a `CliError` for an unknown name. */
function change(settings: Settings, name: string, value: string | undefined): Settings {
  const [, alias] = /^alias\.([a-z][a-z0-9-]{0,30})$/.exec(name) ?? [];
  if (alias !== undefined) {
    const { [alias]: _, ...others } = settings.aliases;
    return { ...settings, aliases: value === undefined ? others : { ...others, [alias]: value } };
  }
  if (name === "profile") return { ...settings, profile: value };
  if (name === "output") return { ...settings, output: readFormat(value) };
  throw new CliError("validation", `There is no setting "${name}".`, names);
}

function readFormat(value: string | undefined): Settings["output"] {
  const format = outputFormats.find((each) => each === value);
  if (format || value === undefined) return format;
  throw new CliError(
    "validation",
    `"${value}" is not an output format.`,
    `Formats: ${outputFormats.join(", ")}.`,
  );
}
