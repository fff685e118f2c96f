import type { Check, CheckContext } from "./check";
import { embedded } from "./checks/embedded";
import { headless } from "./checks/headless";
import { knownBot } from "./checks/known-bot";
import { noUserAgent } from "./checks/no-user-agent";
import { notGet } from "./checks/not-get";
import { notPaying } from "./checks/not-paying";
import { prefetch } from "./checks/prefetch";
import { previewBot } from "./checks/preview-bot";
import { selfClick } from "./checks/self-click";
import type { Click } from "./click";
import type { Signal } from "./signal";

/** Every rule that needs only the click, in deciding order. A new one is a file, its test and a line here. */
export const checks: readonly Check[] = [
  notGet,
  prefetch,
  previewBot,
  embedded,
  noUserAgent,
  knownBot,
  headless,
  selfClick,
  ...notPaying,
];

/** All that the checks find, in deciding order. */
export function findSignals(click: Click, context: CheckContext): Signal[] {
  return checks.flatMap(({ signal, find }) => {
    const evidence = find(click, context);
    return evidence ? [{ signal, evidence }] : [];
  });
}
