import { t } from "../../language/t";
import type { Click } from "../click";
import type { Check } from "../rule";
import type { Signal } from "../signal";
import { matchesInOrder } from "../user-agent";

export const headlessName = /HeadlessChrome|Headless/i;

/**
 * A browser without a person: it names itself headless, or sends client hints that contradict its
 * user agent. The developer profits from a refusal, so what is missing says nothing, and neither
 * does what a person can set (the desktop view of a phone).
 */
export const headless: Check = {
  signal: "headless",
  category: "Bot traffic",
  describe: () =>
    t`Clicks from headless browsers, and from browsers that contradict themselves, are invalid.`,
  find: (click) => {
    const { userAgent, secChUa } = click;
    if (headlessName.test(userAgent ?? "") || headlessName.test(secChUa ?? "")) {
      return { named: "headless" };
    }
    return userAgent === null ? null : findContradiction(userAgent, click);
  },
};

const neverHints = /\b(?:iPhone|iPad|iPod)\b|\bFirefox\/|\bGecko\/20100101\b/;

const safari = [/\bMacintosh;/g, /\bVersion\/\d/g, /\bSafari\//g];

function isSafari(userAgent: string): boolean {
  return matchesInOrder(userAgent, safari) && !/\bChrome\//.test(userAgent);
}

/** Missing hints prove nothing: only some browsers send them, and only on secure origins. */
function findContradiction(userAgent: string, click: Click): Signal["evidence"] | null {
  const { secChUa, secChUaMobile, secChUaPlatform } = click;
  const hint = secChUa || secChUaPlatform;
  if (hint && (neverHints.test(userAgent) || isSafari(userAgent))) return { impossible: hint };
  const form = secChUaMobile === null ? null : findWrongForm(userAgent, click);
  if (form) return { impossible: form };
  const versions = secChUa ? findVersions(userAgent, secChUa) : null;
  if (versions && versions.said !== versions.hinted) return versions;
  const hinted = secChUaPlatform?.replaceAll('"', "") ?? null;
  const wrong = platforms.find(
    ({ said, others }) => said.test(userAgent) && hinted !== null && others.includes(hinted),
  );
  return wrong ? { impossible: `platform ${hinted}` } : null;
}

/** A web view may name the app instead of the engine, so its versions are not compared with its hints. */
function isWebView(userAgent: string, secChUa: string | null): boolean {
  return /; wv\)| Version\/\d/.test(userAgent) || /WebView/.test(secChUa ?? "");
}

function findVersions(userAgent: string, secChUa: string) {
  if (isWebView(userAgent, secChUa)) return null;
  const said = /\bChrome\/(\d{1,4})/.exec(userAgent)?.[1];
  const hinted = /"Chromium";\s?v="(\d{1,4})/.exec(secChUa)?.[1];
  return said && hinted ? { said, hinted } : null;
}

/** In Chrome, one setting controls "mobile" in the user agent and in the hints. */
function findWrongForm(userAgent: string, { secChUa, secChUaMobile }: Click): string | null {
  const never = /\b(?:Windows NT|Macintosh)\b/.test(userAgent)
    ? "?1"
    : / Mobile Safari\//.test(userAgent) && !isWebView(userAgent, secChUa)
      ? "?0"
      : null;
  return secChUaMobile === never ? `mobile ${never}` : null;
}

/** Contradictions that no setting causes. (An Android phone in desktop mode names Linux.) */
const platforms = [
  { said: /\bWindows NT\b/, others: ["macOS", "Linux", "Android", "iOS", "Chrome OS"] },
  { said: /\bMacintosh\b/, others: ["Windows", "Linux", "Android", "Chrome OS"] },
  { said: /\bAndroid \d/, others: ["Windows", "macOS", "iOS", "Linux"] },
  { said: /\bX11; (?:Linux|CrOS)\b/, others: ["Windows", "macOS", "iOS"] },
];
