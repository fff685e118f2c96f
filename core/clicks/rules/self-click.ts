import { t } from "../../language/t";
import type { Click } from "../click";
import type { Check, CheckContext, SignedIn } from "../rule";

/**
 * The link's creator or the campaign's developer was recently signed in with the click's device; or
 * the creator at its address, unless many people are known to share that. A developer's device counts
 * only if its cookie identifies it.
 *
 * Who profits: the developer, who pays for every other click. If the developer's address or the looks
 * of a device counted, signing in where many visitors are would make their clicks free.
 */
export const selfClick: Check = {
  signal: "self_click",
  category: "Own click",
  describe: ({ presenceHours }) =>
    t`Clicks from a device where the link's creator or the campaign's developer was signed in during the last ${presenceHours} hours are invalid. So are clicks from the creator's IP address, unless many people are known to share it.`,
  find: (click, context) => {
    const own = inOrder.find((each) => isSignedIn(each, context) && counts(each, click, context));
    return own ? { ...own } : null;
  },
};

const inOrder: readonly SignedIn[] = [
  { who: "creator", by: "device" },
  { who: "creator", by: "address" },
  { who: "developer", by: "device" },
];

function isSignedIn({ who, by }: SignedIn, { signedIn }: CheckContext): boolean {
  return signedIn.some((each) => each.who === who && each.by === by);
}

function counts({ who, by }: SignedIn, click: Click, { onSharedNetwork }: CheckContext): boolean {
  if (who === "developer") return by === "device" && click.device !== null;
  return by === "device" || !onSharedNetwork;
}
