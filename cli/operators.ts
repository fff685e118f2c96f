import { AppError } from "@fairclick/core/errors";
import {
  operatorRoleNames,
  operatorRoles,
  operatorSchema,
  operatorScopes,
  operatorTokenSchema,
} from "@fairclick/core/operations/operators";
import { formatMoment, type Paint } from "@fairclick/core/resource";
import { type Command, Option } from "commander";
import { z } from "zod";
import { defineChange } from "./frame/change";
import { defineCommand, type Noun } from "./frame/command";
import { connectWith, openApi, readData } from "./frame/connection";
import { apiOptions, CliError, targetInput } from "./frame/failures";
import type { Env, Host } from "./frame/host";
import { formatAge, formatFacts, parseDuration, toTable, whileWorking } from "./frame/output";
import {
  DEFAULT_PROFILE,
  deleteProfile,
  findTarget,
  profilesFile,
  readProfiles,
  saveProfile,
  toOrigin,
  withLocalSettings,
} from "./frame/target";

const HOW_TO_GET_A_TOKEN =
  "Someone with database access can create one with `fairclick operators add`.";

export const login = defineCommand({
  usage: "login",
  summary: "sign in as an operator",
  about:
    "Asks for an operator token (or reads it from standard input), checks it, and stores it with the API's address in a file that only you can read. Without --profile, it becomes the default profile. The token is sent to that address only, and not over plain http to another machine unless you allow it with --insecure.",
  examples: [
    "login --api https://fairclick.example",
    "login --api https://staging.fairclick.example --profile staging < token-file",
  ],
  options: (command) =>
    command
      .option(
        "--api <address>",
        "address of the API (default: FAIRCLICK_API, the stored one, the local stack)",
      )
      .option("--profile <name>", "name of the profile", DEFAULT_PROFILE)
      .option("--insecure", "allow plain http to another machine", false),
  input: z.object({ ...targetInput, profile: z.string().min(1), insecure: z.boolean() }),
  output: z.object({
    profile: z.string(),
    api: z.string(),
    operator: z.string(),
    scopes: z.array(z.string()),
    file: z.string(),
  }),
  run: async (host, { api: address, profile, insecure }) => {
    const api = findAddress(host.env, { address, profile });
    if (!insecure) refusePlainHttp(api);
    const token = await readToken(host, api);
    const response = signIn(host.env, { api, token });
    const { data } = await whileWorking(host, `Signing in to ${api}`, response);
    saveProfile(host.env, profile, { api, token });
    const file = profilesFile(host.env);
    return { profile, api, operator: data.name, scopes: data.scopes, file };
  },
  text: ({ profile, api, operator, scopes, file }, paint) =>
    [
      `Signed in to ${api} as ${paint.strong(operator)}. Scopes: ${scopes.join(", ")}.`,
      paint.faint(`Stored as profile "${profile}" in ${file}.`),
    ].join("\n"),
});

/** Over plain http, everybody on the way can read the token. */
function refusePlainHttp(api: string): void {
  const { protocol, hostname } = new URL(api);
  const isLocal = /^(localhost|127(\.\d+){3}|\[::1\]|.*\.localhost)$/.test(hostname);
  if (protocol === "https:" || isLocal) return;
  throw new CliError(
    "validation",
    `${api} is plain http: others on the network could read your token.`,
    "Use the https address. On a network that you trust, add --insecure.",
  );
}

async function signIn(env: Host["env"], target: { api: string; token: string }) {
  try {
    return await connectWith(env, target).call((client) => client.api.admin.me.$get());
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "unauthenticated") throw error;
    throw new CliError("unauthenticated", error.message, HOW_TO_GET_A_TOKEN);
  }
}

type Address = { address: string | undefined; profile: string };

function findAddress(env: Host["env"], { address, profile }: Address): string {
  const named = address ?? env.FAIRCLICK_API;
  if (named) return toOrigin(named);
  return (readProfiles(env)[profile] ?? findTarget(env, {})).api;
}

async function readToken(host: Host, api: string): Promise<string> {
  const given = host.terminal
    ? await host.terminal.promptSecret(`Operator token for ${api}`)
    : await host.readInput();
  const token = given?.trim();
  if (token) return token;
  throw new CliError("validation", "No token was entered.", HOW_TO_GET_A_TOKEN);
}

export const logout = defineCommand({
  usage: "logout",
  summary: "revoke the stored token and delete its profile",
  about:
    "Revokes the token of a profile at its server and deletes the profile. If the server does not answer, the profile stays; --forget deletes it anyway, and the token stays valid until it expires or is revoked.",
  examples: ["logout", "logout --profile staging", "logout --forget"],
  options: (command) =>
    command
      .option("--profile <name>", "name of the profile", DEFAULT_PROFILE)
      .option("--forget", "delete the profile without revoking its token", false),
  input: z.object({ profile: z.string().min(1), forget: z.boolean() }),
  output: z.object({ profile: z.string(), api: z.string(), revoked: z.boolean() }),
  run: async (host, { profile, forget }) => {
    const stored = readProfiles(host.env)[profile];
    if (!stored) {
      throw new CliError(
        "not_found",
        `There is no profile "${profile}".`,
        "`fairclick whoami` lists the profiles.",
      );
    }
    const { api, token } = stored;
    const revoked =
      !forget &&
      (await whileWorking(host, `Signing out of ${api}`, revoke(host.env, { api, token })));
    deleteProfile(host.env, profile);
    return { profile, api, revoked };
  },
  text: ({ profile, api, revoked }) =>
    revoked
      ? `Signed out of ${api}: the token is revoked, and the profile "${profile}" is deleted.`
      : `The profile "${profile}" is deleted. The token was not revoked at ${api}.`,
});

/** Returns false if the token was not valid any more. */
async function revoke(env: Env, target: { api: string; token: string }): Promise<boolean> {
  try {
    await connectWith(env, target).call((client) => client.api.admin.me["sign-out"].$post());
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === "unauthenticated") return false;
    throw error;
  }
}

export const whoami = defineCommand({
  usage: "whoami",
  summary: "show who you are signed in as, and where",
  about:
    "Shows the marketplace that commands call, the operator of the token, its scopes and its expiry, and the stored profiles.",
  examples: ["whoami", "whoami --profile staging --json | jq -r .expiresAt"],
  options: apiOptions,
  input: z.object(targetInput),
  output: operatorSchema.extend({
    api: z.string(),
    profiles: z.array(z.object({ name: z.string(), api: z.string() })),
  }),
  run: async (host, target) => {
    const opened = openApi(host, target);
    const { data } = await opened.call((client) => client.api.admin.me.$get());
    const profiles = Object.entries(readProfiles(host.env)).map(([name, { api }]) => ({
      name,
      api,
    }));
    return { ...data, api: opened.api, profiles };
  },
  text: ({ name, api, scopes, expiresAt, profiles }) =>
    formatFacts([
      ["api", api],
      ["operator", name],
      ["may", summarizeScopes(scopes)],
      ["expires", expiresAt === null ? "never" : `${formatMoment(expiresAt)} UTC`],
      ["profiles", profiles.map((each) => `${each.name} (${each.api})`).join(", ") || "none"],
    ]),
});

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
  run: (host, target) => readData(host, target, (client) => client.api.admin.operators.$get()),
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

const revokeInput = { token: z.string().optional() };
const revokeSchema = z.object(revokeInput);

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
  optionsInput: revokeInput,
  send: (client, name, json, given) => {
    const { token } = revokeSchema.parse(given);
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

const names = z.array(z.string()).default([]);

const addOperatorCommand = defineCommand({
  usage: "add <name>",
  summary: "add an operator, or another token for one",
  about:
    "Adds an operator and prints a token. The token is shown only once, because only its hash is stored, and expires after 90 days unless --expires says otherwise. If the name already exists, the operator gets another token; --replace revokes the earlier ones. Needs direct access with DATABASE_OWNER_URL (default DATABASE_URL).",
  examples: [
    "operators add ann --role fraud",
    "operators add ann --role finance --scope reviews:read --expires 30d",
    "operators add robot --scope ledger:read --expires never --replace",
  ],
  options: addOptions,
  input: z.object({
    name: z.string(),
    scope: names,
    role: z.array(z.enum(operatorRoleNames)).default([]),
    expires: z.string(),
    replace: z.boolean(),
  }),
  output: z.object({
    name: z.string(),
    scopes: z.array(z.string()),
    token: z.string(),
    expiresAt: z.iso.datetime().nullable(),
    isNew: z.boolean(),
    revokedTokens: z.int(),
  }),
  run: async (host, { name, scope, role, expires, replace }) => {
    const given = [...role.flatMap((each) => operatorRoles[each].scopes), ...scope];
    const scopes = [...new Set(given)];
    if (scopes.length === 0) {
      throw new CliError(
        "validation",
        "The token needs at least one --role or --scope.",
        `Roles: ${operatorRoleNames.join(", ")}. \`operators add --help\` explains them.`,
      );
    }
    const expiresAt = readExpiry(expires);
    const { readConfig, addOperator, connectAsOwner } = await loadOperatorDatabase();
    const db = connectAsOwner(readConfig(withLocalSettings(host.env)).ownerUrl);
    try {
      const ctx = { db, now: () => new Date() };
      const added = await addOperator(ctx, { name, scopes, replace, expiresAt });
      const { token, isNew, revokedTokens } = added;
      const expiry = expiresAt?.toISOString() ?? null;
      return { name, scopes, token, expiresAt: expiry, isNew, revokedTokens };
    } finally {
      await db.end();
    }
  },
  text: ({ name, scopes, token, expiresAt, isNew, revokedTokens }, paint) =>
    [
      `${isNew ? `${name} is now an operator` : `${name} has another token`}. Scopes: ${scopes.join(", ")}.`,
      expiresAt === null
        ? "The token does not expire."
        : `The token expires at ${formatMoment(expiresAt)} UTC.`,
      ...(revokedTokens > 0 ? [`Earlier tokens revoked: ${revokedTokens}.`] : []),
      ...showToken(token, paint),
    ].join("\n"),
});

function showToken(token: string, paint: Paint): string[] {
  const once =
    "The token is shown only once. Use it with `fairclick login`, or as FAIRCLICK_TOKEN.";
  return ["", `  ${paint.strong(token)}`, "", paint.faint(once)];
}

function readExpiry(text: string): Date | null {
  if (text === "never") return null;
  const durationMs = parseDuration(text);
  if (durationMs !== null && durationMs > 0) return new Date(Date.now() + durationMs);
  throw new CliError(
    "validation",
    `"${text}" is not a period.`,
    "--expires takes a period such as 12h, 90d or 52w, or never.",
  );
}

/** Loaded when the command runs, for the start-up time of the others. */
async function loadOperatorDatabase() {
  const [{ readConfig }, { addOperator }, { connectAsOwner }] = await Promise.all([
    import("@fairclick/services/config"),
    import("@fairclick/services/operations/operators"),
    import("@fairclick/sql/db/client"),
  ]);
  return { readConfig, addOperator, connectAsOwner };
}

const append = (value: string, before: string[] = []) => [...before, value];

function addOptions(command: Command): Command {
  const known = Object.entries(operatorScopes).map(([scope, may]) => `${scope} (${may})`);
  const roles = Object.entries(operatorRoles).map(([role, { about }]) => `${role} (${about})`);
  return command
    .addOption(
      new Option(
        "--role <role>",
        `scopes for a kind of work; repeat the option for several: ${roles.join("; ")}`,
      ).argParser((value, before?: string[]) => append(value, before)),
    )
    .option(
      "--scope <scope>",
      `a scope of the token; repeat the option for several: ${known.join(", ")}`,
      append,
    )
    .option("--expires <period>", "when the token expires, such as 30d; or never", "90d")
    .option("--replace", "revoke the operator's earlier tokens", false);
}

export const operatorsNoun: Noun = {
  name: "operators",
  summary: "list, add and revoke operators and their tokens",
  commands: [listOperatorsCommand, addOperatorCommand, revokeOperatorCommand],
};
