import { type Client, createClient } from "@fairclick/api/client";
import { AppError, type ErrorCode } from "@fairclick/core/errors";
import { errorResponseSchema } from "@fairclick/core/schemas/error";
import type { ClientResponse } from "hono/client";
import { exitCodes } from "../exit-codes";
import { CliError } from "../failures";
import type { Host } from "../host";
import { findTarget, type Target, type TargetOptions } from "./find-target";

export type Api = Target & {
  /** Makes one call and gives the body of its answer; throws what the API refused with. */
  call: <Body>(request: (client: Client) => Promise<ClientResponse<Body>>) => Promise<Body>;
};

export function openApi(host: Host, options: TargetOptions): Api {
  return connectTo(findTarget(host.env, options));
}

export function connectTo(target: Target): Api {
  const client = createClient(target.api, { token: () => target.token });
  return { ...target, call: async (request) => readAnswer(await send(request, client, target)) };
}

async function send<Body>(
  request: (client: Client) => Promise<ClientResponse<Body>>,
  client: Client,
  target: Target,
): Promise<ClientResponse<Body>> {
  try {
    return await request(client);
  } catch (error) {
    throw new CliError(
      "unavailable",
      `Nothing answers at ${target.api} (${reasonOf(error)}).`,
      "Check the address; `bun start` starts a marketplace here.",
    );
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return "code" in error ? String(error.code) : error.message;
}

/** `Body` is what the API's own types say of its answers of success, and of no other. */
async function readAnswer<Body>(response: ClientResponse<Body>): Promise<Body> {
  const body: unknown = await response.json().catch(() => null);
  if (response.ok && body !== null) return body as Body;
  const refusal = errorResponseSchema.safeParse(body);
  if (refusal.success && isErrorCode(refusal.data.code)) {
    throw new AppError(refusal.data.code, refusal.data.message);
  }
  throw new CliError(
    "unavailable",
    `What answers at ${new URL(response.url).origin} is not Fairclick (HTTP ${response.status}).`,
    "Check the address, and whatever stands between you and the API.",
  );
}

function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(exitCodes, code);
}
