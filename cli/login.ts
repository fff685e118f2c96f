import { setTimeout as sleep } from "node:timers/promises";
import { AppError } from "@fairclick/core/errors";
import {
  makeRandomToken,
  operatorSchema,
  requestOfToken,
} from "@fairclick/core/operations/operators";
import { formatMoment } from "@fairclick/core/resource";
import { z } from "zod";
import { defineCommand } from "./frame/command";
import { connectWith, openApi } from "./frame/connection";
import { apiOptions, CliError, targetInput } from "./frame/failures";
import type { Env, Host } from "./frame/host";
import { formatFacts, whileWorking } from "./frame/output";
import {
  DEFAULT_PROFILE,
  deleteProfile,
  findTarget,
  profilesFile,
  readProfiles,
  saveProfile,
  toOrigin,
} from "./frame/target";
import { summarizeScopes } from "./operations";

const HOW_TO_GET_A_TOKEN =
  "Someone with database access can create one with `fairclick operators add`.";
const flags = { request: z.boolean(), insecure: z.boolean() };

export const login = defineCommand({
  usage: "login",
  summary: "sign in as an operator",
  about:
    "Asks for an operator token (or reads it from standard input), checks it, and stores it with the API's address in a file that only you can read. With --request, it makes a token here and waits until somebody with access to the server approves it with `operators add --request`. The request that you send them is not secret, so no token is ever copied. Without --profile, it becomes the default profile. The token is sent to that address only, and not over plain http to another machine unless you allow it with --insecure.",
  examples: [
    "login --api https://fairclick.example",
    "login --api https://fairclick.example --request",
    "login --api https://staging.fairclick.example --profile staging < token-file",
  ],
  options: (command) =>
    command
      .option(
        "--api <address>",
        "address of the API (default: FAIRCLICK_API, the stored one, the local stack)",
      )
      .option("--profile <name>", "name of the profile", DEFAULT_PROFILE)
      .option("--request", "make a token that somebody with access to the server approves", false)
      .option("--insecure", "allow plain http to another machine", false),
  input: z.object({ ...targetInput, profile: z.string().min(1), ...flags }),
  output: z.object({
    profile: z.string(),
    api: z.string(),
    operator: z.string(),
    scopes: z.array(z.string()),
    file: z.string(),
  }),
  run: async (host, { api: address, profile, request, insecure }) => {
    const api = findAddress(host.env, { address, profile });
    if (!insecure) refusePlainHttp(api);
    const token = request ? makeRandomToken() : await readToken(host, api);
    const response = request
      ? waitForApproval(host, { api, token })
      : signIn(host.env, { api, token });
    const label = request ? "Waiting for the approval" : `Signing in to ${api}`;
    const { data } = await whileWorking(host, label, response);
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

const POLL_MS = 3_000;
const LONGEST_MS = 15 * 60_000;

type Waiting = { api: string; token: string; pollMs?: number };

/**
 * Prints the request for the token and waits until it is approved. Returns the operator. Throws a
 * `CliError` after 15 minutes, or if the person interrupts it.
 */
export async function waitForApproval(
  host: Host,
  { api, token, pollMs = POLL_MS }: Waiting,
): Promise<{ data: z.input<typeof operatorSchema> }> {
  const request = await requestOfToken(token);
  host.remark(
    [
      `Ask somebody with access to the server of ${api} to run, with your name and role:`,
      "",
      `  fairclick operators add NAME --role ROLE --request ${request}`,
      "",
      "The request is no secret. This waits for at most 15 minutes; Ctrl-C ends it.\n",
    ].join("\n"),
  );
  const signal = host.catchInterrupt();
  const connection = connectWith(host.env, { api, token });
  for (let waitedMs = 0; waitedMs < LONGEST_MS && !signal.aborted; waitedMs += pollMs) {
    try {
      return await connection.call((client) => client.api.admin.me.$get());
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== "unauthenticated") throw error;
    }
    await sleep(pollMs, undefined, { signal }).catch(() => {});
  }
  throw new CliError(
    "conflict",
    "Nobody has approved the request.",
    "Run `fairclick login --request` again: each request is for another token.",
  );
}
