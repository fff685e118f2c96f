import type { Click } from "@fairclick/core/clicks/click";
import type { Random } from "@fairclick/e2e/world/seeded-random";

type Headers = Pick<
  Click,
  "userAgent" | "acceptLanguage" | "secFetchDest" | "secFetchMode" | "secFetchSite"
> &
  Pick<Click, "secChUa" | "secChUaMobile" | "secChUaPlatform">;

/** A browser on one device. `cookie` is what it has kept from the response to its first click. */
export type Browser = { headers: Headers; keepsCookie: boolean; cookie: string | null };

export type Phone = { isIphone: boolean; system: string; model: string; language: string };

const languages = ["en-US,en;q=0.9", "en-GB,en;q=0.9", "de-DE,de;q=0.9", "fr-FR", "es-ES,es;q=0.9"];

/** Returns a number below `count`; the first ones are the most frequent (Zipf). */
export function drawRank(random: Random, count: number): number {
  return Math.floor((count + 1) ** random.next()) - 1;
}

export function drawPhone(random: Random): Phone {
  const isIphone = random.next() < 0.45;
  return {
    isIphone,
    system: isIphone
      ? `18_${drawRank(random, 7)}_${drawRank(random, 3)}`
      : `${15 - drawRank(random, 6)}`,
    model: isIphone
      ? `iPhone${14 + drawRank(random, 4)},${1 + drawRank(random, 5)}`
      : `SM-A${100 + drawRank(random, 160)}B`,
    language: languages[drawRank(random, languages.length)] ?? "en",
  };
}

/** The browser inside an app on a phone. */
export function openInApp(phone: Phone, random: Random, keepsCookie: boolean): Browser {
  const version = `${400 - drawRank(random, 12)}.0.0.${20 + drawRank(random, 6)}`;
  const chromium = 142 - drawRank(random, 8);
  const userAgent = phone.isIphone
    ? `Mozilla/5.0 (iPhone; CPU iPhone OS ${phone.system} like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Instagram ${version} (${phone.model}; iOS ${phone.system}; scale=3.00)`
    : `Mozilla/5.0 (Linux; Android ${phone.system}; ${phone.model} Build/UP1A; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/${chromium}.0.0.0 Mobile Safari/537.36 Instagram ${version} Android`;
  return open(
    userAgent,
    { language: phone.language, hints: phone.isIphone ? null : makeHints(chromium, "Android") },
    keepsCookie,
  );
}

/** Safari or Chrome on a phone: both hide the model. */
export function openOnPhone(phone: Phone, random: Random): Browser {
  if (phone.isIphone) {
    const version = phone.system.replaceAll("_", ".").slice(0, 4);
    const userAgent = `Mozilla/5.0 (iPhone; CPU iPhone OS ${phone.system} like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/${version} Mobile/15E148 Safari/604.1`;
    return open(userAgent, { language: phone.language, hints: null });
  }
  const chromium = 142 - drawRank(random, 5);
  const userAgent = `Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${chromium}.0.0.0 Mobile Safari/537.36`;
  return open(userAgent, { language: phone.language, hints: makeHints(chromium, "Android") });
}

/** A Chromebook as a school administers it: all of a school are equal. */
export function openOnChromebook(): Browser {
  const userAgent =
    "Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36";
  return open(userAgent, { language: "en-US,en;q=0.9", hints: makeHints(141, "Chrome OS") });
}

export function openOnDesktop(random: Random): Browser {
  const chromium = 142 - drawRank(random, 6);
  const language = languages[drawRank(random, languages.length)] ?? "en";
  const isEdge = random.next() < 0.3;
  const userAgent = `Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${chromium}.0.0.0 Safari/537.36${isEdge ? ` Edg/${chromium}.0.0.0` : ""}`;
  return open(userAgent, { language, hints: makeHints(chromium, "Windows") });
}

/** A program that says what it is and keeps nothing. */
export function openProgram(userAgent: string): Browser {
  const headers: Headers = {
    userAgent,
    acceptLanguage: null,
    secFetchDest: null,
    secFetchMode: null,
    secFetchSite: null,
    ...noHints,
  };
  return { headers, keepsCookie: false, cookie: null };
}

type Hints = Pick<Click, "secChUa" | "secChUaMobile" | "secChUaPlatform">;
const noHints: Hints = { secChUa: null, secChUaMobile: null, secChUaPlatform: null };

function makeHints(chromium: number, platform: string): Hints {
  return {
    secChUa: `"Chromium";v="${chromium}", "Not;A=Brand";v="24"`,
    secChUaMobile: platform === "Android" ? "?1" : "?0",
    secChUaPlatform: `"${platform}"`,
  };
}

function open(
  userAgent: string,
  { language, hints }: { language: string; hints: Hints | null },
  keepsCookie = true,
): Browser {
  const headers: Headers = {
    userAgent,
    acceptLanguage: language,
    secFetchDest: "document",
    secFetchMode: "navigate",
    secFetchSite: "cross-site",
    ...(hints ?? noHints),
  };
  return { headers, keepsCookie, cookie: null };
}
