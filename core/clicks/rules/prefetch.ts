import type { Check } from "../rule";

const loadsAhead = /prefetch|prerender|preview|instant/i;

/** Whether the purpose headers of a request say that nobody has tapped the link yet. */
export function isPrefetch(purpose: string | null): boolean {
  return purpose !== null && loadsAhead.test(purpose);
}

/** `Sec-Purpose`, `Purpose`, `X-Purpose` and `X-Moz`: the page was loaded ahead of a tap that may never come. */
export const prefetch: Check = {
  signal: "prefetch",
  category: "Not a visit",
  describe: () =>
    "A page that a browser or an app loads ahead of a tap does not count; the tap does.",
  find: ({ purpose }) => (isPrefetch(purpose) ? { purpose: purpose ?? "" } : null),
};
