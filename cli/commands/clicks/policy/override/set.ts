import { overrideSetInputSchema } from "@fairclick/core/clicks/policy-override-schema";
import { overridableValues } from "@fairclick/core/clicks/policy-overrides";
import { AppError } from "@fairclick/core/errors";
import { z } from "zod";
import { defineChange } from "../../../../define-change";
import { parseDuration, parseMoment } from "../../../../moment";

const inputSchema = { values: z.array(z.string()), until: z.string().optional() };

const readSchema = z.object({
  override: overrideSetInputSchema.pick({ values: true, until: true }),
});

export const setOverrideCommand = defineChange({
  usage: "set <subject> <values...>",
  summary: "override values of the policy for a campaign or a creator",
  about: `Judges the clicks of one campaign (campaign:ID) or of one creator (user:NAME) by other values, from now on until --until; it replaces the subject's earlier override. The values that can be overridden are ${overridableValues.join(", ")}, each within the bounds of \`policy edit\`. The creator's value wins over the campaign's, unless the campaign's is stricter than the policy. Stricter values start at once, and last for at most 365 days. Values less strict than the policy, or than what a different operator set, are only requested: a second operator approves them with \`policy override approve\`, for at most 30 days. Needs a token with the scope policy:write.`,
  examples: [
    'policy override set user:chris burstClicks=8 --until 12h --reason "streams to a school"',
    'policy override set campaign:01900000-0000-7000-8000-000000000002 addressClicks=10 networkPercent=10 --reason "click farm on this game"',
  ],
  options: (command) =>
    command.option("--until <time>", "when it ends, such as 30d or 2026-01-31T12:00:00Z (30d)"),
  optionsInput: inputSchema,
  read: async (_host, given) => {
    const { values, until } = z.object(inputSchema).parse(given);
    const end = until === undefined ? {} : { until: parseEnd(until, new Date()) };
    return { override: { ...end, values: Object.fromEntries(values.map(parseValue)) } };
  },
  send: (client, subject, json, given) =>
    client.api.admin.policy.overrides.set.$post({
      json: { ...json, ...readSchema.parse(given).override, subject },
    }),
});

function parseValue(text: string): [string, number] {
  const [, name, number] = /^([\w.]+)=(\d{1,9})$/.exec(text) ?? [];
  const known = overridableValues.find((each) => each === name);
  if (known && number) return [known, Number(number)];
  throw new AppError(
    "validation",
    `"${text}" must be NAME=NUMBER. The names are ${overridableValues.join(", ")}.`,
  );
}

function parseEnd(text: string, now: Date): string {
  const lengthMs = parseDuration(text);
  const end = lengthMs === null ? parseMoment(text, now) : new Date(now.getTime() + lengthMs);
  if (end) return end.toISOString();
  throw new AppError("validation", `--until must be a time such as 30d or 2026-01-31T12:00:00Z.`);
}
