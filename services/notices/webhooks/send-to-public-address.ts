import { findAddressProblem, isLocalAddress } from "@fairclick/core/web-addresses";
import { findPublicAddress, type Resolve } from "../../outgoing/find-public-address";
import { SendProblem } from "../../outgoing/send-request";
import { postToAddress } from "./post-to-address";

type Outgoing = { url: string; headers: Record<string, string>; body: string };

export type SendOptions = {
  /** Allows `http://localhost`, for a developer's own stack. */
  allowLocal: boolean;
  resolve?: Resolve;
  timeoutMs?: number;
};

const TIMEOUT_MS = 10_000;

/**
 * Sends a POST request to a public address and returns the status of the response; its body is not
 * read. Follows no redirect. Throws `SendProblem`.
 */
export async function sendToPublicAddress(
  outgoing: Outgoing,
  { allowLocal, resolve, timeoutMs = TIMEOUT_MS }: SendOptions,
): Promise<number> {
  const problem = findAddressProblem(outgoing.url, { allowLocal });
  if (problem) throw new SendProblem(problem);
  const url = new URL(outgoing.url);
  const local = allowLocal && isLocalAddress(url);
  const deadline = AbortSignal.timeout(timeoutMs);
  const address = local
    ? url.hostname.replace(/^\[|\]$/g, "")
    : await findPublicAddress(url.hostname, { resolve, deadline });
  return postToAddress({ ...outgoing, url, address, deadline });
}
