import type { AddressCheck } from "./rule";
import { datacenter } from "./rules/datacenter";
import { proxy } from "./rules/proxy";
import { relay } from "./rules/relay";
import { sharedNetwork } from "./rules/shared-network";
import { tor } from "./rules/tor";
import { vpn } from "./rules/vpn";

/** The rules about ip addresses, in deciding order. */
export const addressChecks: readonly AddressCheck[] = [
  relay,
  sharedNetwork,
  tor,
  datacenter,
  proxy,
  vpn,
];
