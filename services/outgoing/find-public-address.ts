import { lookup } from "node:dns/promises";
import { isIPv4, isIPv6 } from "node:net";
import { isSpecialPurpose } from "@fairclick/core/ip/special-purpose";
import { SendProblem, within } from "./send-request";

export type Resolve = (hostname: string) => Promise<string[]>;

type Resolution = { resolve?: Resolve | undefined; deadline: AbortSignal };

/**
 * Resolves a host name once and returns one of its addresses, all of which must be public. The
 * connection must be made to that address: a name that changes its address meanwhile leads nowhere
 * else. Throws `SendProblem`.
 */
export async function findPublicAddress(
  hostname: string,
  { resolve = resolveAll, deadline }: Resolution,
): Promise<string> {
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

async function resolveAll(hostname: string): Promise<string[]> {
  const found = await lookup(hostname, { all: true });
  return found.map(({ address }) => address);
}

/** False for texts that are no address. IPv6 is compared in its canonical form, without dots. */
function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !isSpecialPurpose(address);
  if (!isIPv6(address) || address.includes("%")) return false;
  return !isSpecialPurpose(new URL(`http://[${address}]`).hostname.slice(1, -1));
}
