import { lookup } from "node:dns/promises";
import { isIPv4, isIPv6 } from "node:net";
import { isSpecialPurpose } from "@fairclick/core/ip/special-purpose";
import { findAddressProblem, isLocalAddress } from "@fairclick/core/notices/webhook-address";
import { postToAddress, SendProblem, within } from "./post-to-address";

export type Resolve = (hostname: string) => Promise<string[]>;

type Outgoing = { url: string; headers: Record<string, string>; body: string };

export type SendOptions = {
  /** Allows `http://localhost`, for a developer's own stack. */
  allowLocal: boolean;
  resolve?: Resolve;
  timeoutMs?: number;
};

const TIMEOUT_MS = 10_000;

/**
 * Sends a POST request and returns the status of the response; its body is not read. The host's
 * addresses are resolved once, all of them must be public, and the connection is made to one of the
 * checked addresses: a name that changes its address meanwhile leads nowhere else. Follows no
 * redirect. Throws `SendProblem`.
 */
export async function sendToPublicAddress(
  outgoing: Outgoing,
  { allowLocal, resolve = resolveAll, timeoutMs = TIMEOUT_MS }: SendOptions,
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

async function resolveAll(hostname: string): Promise<string[]> {
  const found = await lookup(hostname, { all: true });
  return found.map(({ address }) => address);
}

type Resolution = { resolve: Resolve; deadline: AbortSignal };

async function findPublicAddress(hostname: string, { resolve, deadline }: Resolution) {
  const addresses = await within(
    resolve(hostname).catch(() => {
      throw new SendProblem("The host name could not be resolved");
    }),
    deadline,
  );
  if (!addresses.every(isPublicAddress)) {
    throw new SendProblem("The host name leads to an address outside the public internet");
  }
  const [address] = addresses;
  if (address === undefined) throw new SendProblem("The host name has no address");
  return address;
}

/** False for texts that are no address. IPv6 is compared in its canonical form, without dots. */
function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !isSpecialPurpose(address);
  if (!isIPv6(address) || address.includes("%")) return false;
  return !isSpecialPurpose(new URL(`http://[${address}]`).hostname.slice(1, -1));
}
