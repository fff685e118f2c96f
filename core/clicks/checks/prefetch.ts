import type { Check } from "../check";

const loadsAhead = /prefetch|prerender|preview|instant/i;

/** Whether the purpose headers of a request say that nobody has tapped the link yet. */
export function isPrefetch(purpose: string | null): boolean {
  return purpose !== null && loadsAhead.test(purpose);
}

/** `Sec-Purpose`, `Purpose`, `X-Purpose` and `X-Moz`: the page was loaded ahead of a tap that may never come. */
export const prefetch: Check = {
  signal: "prefetch",
  find: ({ purpose }) => (isPrefetch(purpose) ? { purpose: purpose ?? "" } : null),
};
