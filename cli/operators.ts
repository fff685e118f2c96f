import { operatorRoles, operatorTokenSchema } from "@fairclick/core/operations/operators";
import { z } from "zod";
import { addOperatorCommand, migrateDatabase } from "./database";
import { defineChange } from "./frame/change";
import { defineCommand, type Noun } from "./frame/command";
import { openApi } from "./frame/connection";
import { apiOptions, targetInput } from "./frame/exit-codes";
import { formatAge, formatMoment, toTable } from "./frame/output";
import {
  decideJobsCommand,
  listJobsCommand,
  listQueuesCommand,
  replayRecordedCommand,
} from "./queues";

const listOperatorsCommand = defineCommand({
  usage: "list",
  summary: "list the operators and their valid tokens",
  about:
    "Lists the operators' valid tokens by name: role, last use and expiry. A token is named by the first digits of its hash, which `operators revoke --token` takes. Needs a token with the scope operators:read.",
  examples: [
    "operators list",
    "operators list --json | jq -r 'select(.lastUsedAt == null) | .operator'",
  ],
  options: apiOptions,
  input: z.object(targetInput),
  output: z.array(operatorTokenSchema),
  run: async (host, target) => {
    const { data } = await openApi(host, target).call((client) =>
      client.api.admin.operators.$get(),
    );
    return data;
  },
  text: (tokens) => {
    const now = new Date();
    const rows = tokens.map(({ operator, token, scopes, lastUsedAt, expiresAt }) => [
      operator,
      token,
      lastUsedAt === null ? "never" : `${formatAge(lastUsedAt, now)} ago`,
      expiresAt === null ? "never" : formatMoment(expiresAt),
      summarizeScopes(scopes),
    ]);
    return toTable(["operator", "token", "used", "expires", "may"], rows).join("\n");
  },
});

const optionsInput = { token: z.string().optional() };
const optionsSchema = z.object(optionsInput);

const revokeOperatorCommand = defineChange({
  usage: "revoke <operator>",
  summary: "end an operator's access",
  about:
    "Revokes all tokens of an operator, or one of them. They end at once; `operators add` makes a new one. Needs a token with the scope operators:revoke.",
  examples: [
    'operators revoke ann --reason "left the company"',
    'operators revoke ann --token 9f2c41d0 --reason "the laptop was stolen"',
  ],
  options: (command) =>
    command.option("--token <digits>", "only this token, as `operators list` shows it"),
  optionsInput,
  send: (client, name, json, given) => {
    const { token } = optionsSchema.parse(given);
    return client.api.admin.operators[":name"].revoke.$post({
      param: { name },
      json: { ...json, ...(token ? { token } : {}) },
    });
  },
});

/** Returns the smallest role that has exactly these scopes, or the scopes themselves. */
export function summarizeScopes(scopes: readonly string[]): string {
  const given = new Set(scopes);
  const role = Object.entries(operatorRoles).find(
    ([, { scopes: of }]) => of.length === given.size && of.every((scope) => given.has(scope)),
  );
  return role ? role[0] : scopes.join(", ");
}

export const operationsNouns: readonly Noun[] = [
  {
    name: "queues",
    summary: "inspect and repair the job queues",
    commands: [listQueuesCommand, listJobsCommand, decideJobsCommand, replayRecordedCommand],
  },
  {
    name: "operators",
    summary: "list, add and revoke operators and their tokens",
    commands: [listOperatorsCommand, addOperatorCommand, revokeOperatorCommand],
  },
  {
    name: "db",
    summary: "migrate the database",
    commands: [migrateDatabase],
  },
];
