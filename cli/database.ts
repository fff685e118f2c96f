import {
  operatorRoleNames,
  operatorRoles,
  operatorScopes,
  readRequest,
} from "@fairclick/core/operations/operators";
import { formatMoment, type Paint } from "@fairclick/core/resource";
import { type Command, Option } from "commander";
import { z } from "zod";
import { defineCommand } from "./frame/command";
import { CliError, EXIT_DONE, EXIT_REFUSED } from "./frame/failures";
import type { Host } from "./frame/host";
import { parseDuration, whileWorking } from "./frame/output";
import { withLocalSettings } from "./frame/target";

export const migrateDatabase = defineCommand({
  usage: "migrate",
  summary: "migrate the database",
  about:
    "Applies all pending migrations, including those of the queue, and grants the login of DATABASE_URL the application's rights. Safe to repeat, and to run on several machines at once. Needs direct access with DATABASE_OWNER_URL (default DATABASE_URL).",
  examples: ["db migrate", "db migrate --json"],
  input: z.object({}),
  output: z.object({
    applied: z.array(z.string()),
    login: z.string(),
    admitted: z.boolean(),
  }),
  run: async (host) => {
    const { readConfig, migrateAll, admitLogin } = await loadDatabase();
    const { databaseUrl, ownerUrl } = readConfig(withLocalSettings(host.env));
    const login = decodeURIComponent(new URL(databaseUrl).username);
    const applied = await whileWorking(host, "Migrating the database", migrateAll(ownerUrl));
    return { applied, login, admitted: await admitLogin(ownerUrl, login) };
  },
  text: ({ applied, login, admitted }, paint) =>
    [
      ...applied.map((name) => `${paint.good("applied")}  ${name}`),
      ...(admitted ? [`${paint.good("granted")}  the application's rights to ${login}`] : []),
      applied.length === 0 ? "The database was up to date." : "The database is up to date.",
    ].join("\n"),
});

/** Loaded when the command runs, for the start-up time of the others. */
async function loadDatabase() {
  const [{ readConfig }, { migrateAll }, { admitLogin }] = await Promise.all([
    import("@fairclick/services/config"),
    import("@fairclick/services/migrate-all"),
    import("@fairclick/sql/db/migrate"),
  ]);
  return { readConfig, migrateAll, admitLogin };
}

const resultSchema = z.object({
  check: z.string(),
  status: z.enum(["ok", "warn", "fail"]),
  detail: z.string(),
  advice: z.string().nullable(),
});
type CheckResult = z.infer<typeof resultSchema>;

export const doctor = defineCommand({
  usage: "doctor",
  summary: "check this installation",
  about:
    "Checks everything that api and worker need on this machine, with their settings: database, migrations, clock, queue and its durability, disk, spooled clicks, web build, addresses and their certificates, proxies, where clicks come from, the last backup and keys. Changes nothing. Each result that is not ok says what to do, and makes the exit code 1. With --json, it prints one result per line.",
  examples: ["doctor", "doctor --json | jq 'select(.status != \"ok\")'"],
  input: z.object({}),
  output: z.array(resultSchema),
  run: (host) => whileWorking(host, "Examining this installation", examine(host)),
  text: (results, paint) => results.map((result) => describe(result, paint)).join("\n"),
  exitCode: (results) => (results.some(({ status }) => status !== "ok") ? EXIT_REFUSED : EXIT_DONE),
});

/** Loads the services only here, for start-up time: no other command needs them. */
async function examine({ env }: Host): Promise<CheckResult[]> {
  const { examineInstallation } = await import("@fairclick/services/operations/doctor");
  return examineInstallation(withLocalSettings(env));
}

function describe({ check, status, detail, advice }: CheckResult, paint: Paint): string {
  const marks = { ok: paint.good("ok  "), warn: paint.warn("warn"), fail: paint.bad("FAIL") };
  const line = `${marks[status]}  ${check.padEnd(10)}  ${detail}`;
  return advice ? `${line}\n${" ".repeat(18)}${paint.faint(advice)}` : line;
}

const names = z.array(z.string()).default([]);

export const addOperatorCommand = defineCommand({
  usage: "add <name>",
  summary: "add an operator, or another token for one",
  about:
    "Adds an operator and prints a token. The token is shown only once, because only its hash is stored, and expires after 90 days unless --expires says otherwise. If the name already exists, the operator gets another token; --replace revokes the earlier ones. With --request, it makes the token valid that `fairclick login --request` made on the operator's machine, so that nobody else sees it. Needs direct access with DATABASE_OWNER_URL (default DATABASE_URL).",
  examples: [
    "operators add ann --role fraud",
    "operators add ann --role fraud --request fcr_…",
    "operators add ann --role finance --scope reviews:read --expires 30d",
    "operators add robot --scope ledger:read --expires never --replace",
  ],
  options: addOptions,
  input: z.object({
    name: z.string(),
    scope: names,
    role: z.array(z.enum(operatorRoleNames)).default([]),
    expires: z.string(),
    request: z.string().optional(),
    replace: z.boolean(),
  }),
  output: z.object({
    name: z.string(),
    scopes: z.array(z.string()),
    /** Null with --request: only the operator knows the token. */
    token: z.string().nullable(),
    expiresAt: z.iso.datetime().nullable(),
    isNew: z.boolean(),
    revokedTokens: z.int(),
  }),
  run: async (host, { name, scope, role, expires, replace, request }) => {
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
    const hash = request === undefined ? null : parseRequest(request);
    const { readConfig, addOperator, approveToken, connectAsOwner } = await loadOperatorDatabase();
    const db = connectAsOwner(readConfig(withLocalSettings(host.env)).ownerUrl);
    try {
      const ctx = { db, now: () => new Date() };
      const operator = { name, scopes, replace, expiresAt };
      const { token, isNew, revokedTokens } = hash
        ? { ...(await approveToken(ctx, { ...operator, hash })), token: null }
        : await addOperator(ctx, operator);
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
      ...(token === null
        ? ["Their program signs in by itself within seconds."]
        : showToken(token, paint)),
    ].join("\n"),
});

function showToken(token: string, paint: Paint): string[] {
  const once =
    "The token is shown only once. Use it with `fairclick login`, or as FAIRCLICK_TOKEN.";
  return ["", `  ${paint.strong(token)}`, "", paint.faint(once)];
}

function parseRequest(text: string): Uint8Array {
  const hash = readRequest(text);
  if (hash) return hash;
  throw new CliError(
    "validation",
    "This is not a request for a token.",
    "`fairclick login --request` prints one: fcr_ and 43 characters.",
  );
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
  const [{ readConfig }, { addOperator, approveToken }, { connectAsOwner }] = await Promise.all([
    import("@fairclick/services/config"),
    import("@fairclick/services/operations/operators"),
    import("@fairclick/sql/db/client"),
  ]);
  return { readConfig, addOperator, approveToken, connectAsOwner };
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
    .option("--request <request>", "what `fairclick login --request` printed; is no secret")
    .option("--replace", "revoke the operator's earlier tokens", false);
}
