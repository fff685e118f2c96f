import type { Check } from "../rule";

const loadsAhead = /prefetch|prerender|preview|instant/i;

/** Whether the purpose headers of a request announce a prefetch. */
export function isPrefetch(purpose: string | null): boolean {
  return purpose !== null && loadsAhead.test(purpose);
}

/** `Sec-Purpose`, `Purpose`, `X-Purpose` and `X-Moz`: the page was loaded in advance; the visitor may never tap the link. */
export const prefetch: Check = {
  signal: "prefetch",
  category: "Not a visit",
  describe: () =>
    "A page that a browser or an app loads in advance does not count until the visitor taps the link.",
  find: ({ purpose }) => (isPrefetch(purpose) ? { purpose: purpose ?? "" } : null),
};
