import { noAddressFacts } from "../ip/ip-data";
import { boundTexts, type Click } from "./click";
import { headless } from "./rules/headless";
import { knownBot } from "./rules/known-bot";
import { noUserAgent } from "./rules/no-user-agent";
import { notGet } from "./rules/not-get";
import { prefetch } from "./rules/prefetch";
import { previewBot } from "./rules/preview-bot";

const checks = [notGet, prefetch, previewBot, noUserAgent, knownBot, headless];
const nothing = { signedIn: [], marked: [], onSharedNetwork: false, address: noAddressFacts };

/**
 * `sec-fetch-dest` of embedded content. A banner loaded by a script or opened by itself does not
 * count.
 */
const shown: readonly (string | null)[] = [null, "image", "object", "embed", "iframe"];

/** Whether a banner request means that a person saw the banner. */
export function isImpression(request: Click): boolean {
  const bounded = boundTexts(request);
  return (
    shown.includes(bounded.secFetchDest) && checks.every(({ find }) => !find(bounded, nothing))
  );
}
