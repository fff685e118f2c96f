import { t } from "../../language/t";
import type { Click } from "../click";
import type { Check } from "../rule";

type Request = Pick<Click, "purpose" | "userAgent">;

const loadsAhead = /prefetch|prerender|preview|instant/i;

/**
 * Facebook's apps without their browser: they load a link in advance and open the browser when the
 * visitor taps it.
 */
const appAlone = /^(?:Dalvik\/[\d.]+ \([^)]*\) ?)?\[FB(?:AN|AV|_IAB)\/[^\]]*\]?$/;

export function isAppLoadingAhead(userAgent: string): boolean {
  return appAlone.test(userAgent);
}

/** Whether the purpose headers of a request announce a prefetch. */
export function isPrefetch(purpose: string | null): boolean {
  return purpose !== null && loadsAhead.test(purpose);
}

/** Whether a request loads the page before its visitor asks for it. */
export function isLoadedAhead({ purpose, userAgent }: Request): boolean {
  return isPrefetch(purpose) || (userAgent !== null && isAppLoadingAhead(userAgent));
}

/**
 * `Sec-Purpose`, `Purpose`, `X-Purpose` and `X-Moz`, or an app that loads without its browser: the
 * visitor may never tap the link. The developer profits from a refusal; the redirect answers 503, so
 * that the tap is a request of its own and the creator is paid for it.
 */
export const prefetch: Check = {
  signal: "prefetch",
  category: "Not a visit",
  describe: () =>
    t`A page that a browser or an app loads in advance does not count until the visitor taps the link.`,
  find: ({ purpose, userAgent }) => {
    if (isPrefetch(purpose)) return { purpose: purpose ?? "" };
    return isLoadedAhead({ purpose, userAgent }) ? { purpose: "app without its browser" } : null;
  },
};
