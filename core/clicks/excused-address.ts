import type { AddressFacts } from "../ip/ip-data";
import type { Click } from "./click";
import { findRelay } from "./rules/relay";

/** Whether published lists do not apply to the address: it is a relay, or an operator allowed its range. */
export function isExcused({ userAgent }: Pick<Click, "userAgent">, address: AddressFacts): boolean {
  return address.operator?.effect === "allow" || findRelay(address, userAgent) !== null;
}
