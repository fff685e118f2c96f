import { AppError } from "@fairclick/core/errors";
import { makeRandomToken } from "@fairclick/core/operations/operators";
import { z } from "zod";
import { findTarget, toOrigin } from "../../connection/find-target";
import { connectWith } from "../../connection/open-api";
import {
  DEFAULT_PROFILE,
  profilesFile,
  readProfiles,
  saveProfile,
} from "../../connection/profiles";
import { targetInput } from "../../connection/target-options";
import { defineCommand } from "../../define-command";
import { CliError } from "../../failures";
import type { Host } from "../../host";
import { whileWorking } from "../../output/while-working";
import { waitForApproval } from "./wait-for-approval";

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
  canRepeat: false,
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
