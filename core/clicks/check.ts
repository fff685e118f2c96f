import type { Click } from "./click";
import type { Signal, SignalName } from "./signal";

/** What a check may know beside the click itself. */
export type CheckContext = {
  /** Whose address or device the click came from, when it was the creator's or the developer's own. */
  signedIn: { who: "creator" | "developer"; by: "address" | "device" } | null;
};

/** One rule that needs only the click: gives its evidence when the click shows the signal. */
export type Check = {
  signal: SignalName;
  find: (click: Click, context: CheckContext) => Signal["evidence"] | null;
};
