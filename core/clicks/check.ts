import type { AddressFacts } from "../ip/ip-data";
import type { Click } from "./click";
import type { Signal, SignalName } from "./signal";

/** What a check may know beside the click itself. */
export type CheckContext = {
  /** Whose address or device the click came from, when it was the creator's or the developer's own. */
  signedIn: { who: "creator" | "developer"; by: "address" | "device" } | null;
  /** By what the click is known to come from somebody who fell for the honeypot. */
  markedBy: "address" | "device" | null;
  /** What is known of the click's address. */
  address: AddressFacts;
};

/** One rule that needs only the click: gives its evidence when the click shows the signal. */
export type Check = {
  signal: SignalName;
  find: (click: Click, context: CheckContext) => Signal["evidence"] | null;
};

/** A rule about the click's address, which can be asked without a click. */
export type AddressCheck = {
  signal: SignalName;
  find: (
    click: Pick<Click, "userAgent">,
    context: Pick<CheckContext, "address">,
  ) => Signal["evidence"] | null;
};
