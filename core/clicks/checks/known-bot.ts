import { isbotMatch } from "isbot";
import type { Check } from "../check";
import { withoutHarmlessWords } from "../in-app-browser";
import { headlessName } from "./headless";

/** Every browser's user agent begins or goes on like this; a program's own name alone is no browser. */
const browser = /^(?:Mozilla|Opera)\/\d|AppleWebKit\/|UCBrowser\/|MIDP-2|^DuckDuckGo\//;

/** What isbot does not know. */
const otherNames = /WindowsPowerShell/;

/** The last words by which a program says what it is, even where the rest claims to be an app. */
const declared =
  /\bbots?\b|bots?[/;)]|crawl|spider[/;)-]|scrap(?:er|y)|\+https?:|externalhit|lighthouse|python|curl\/|urlpreview/i;

/** A declared bot, or an HTTP library; what is headless has a rule of its own. */
export const knownBot: Check = {
  signal: "known_bot",
  find: ({ userAgent }) => {
    if (!userAgent) return null;
    const named = findBotName(userAgent);
    return named === null ? null : { named };
  },
};

function findBotName(userAgent: string): string | null {
  if (!browser.test(userAgent)) return userAgent.slice(0, 80);
  const { text, inApp } = withoutHarmlessWords(userAgent.replace(headlessName, "Chrome"));
  return inApp
    ? (declared.exec(text)?.[0] ?? null)
    : (isbotMatch(text) ?? otherNames.exec(text)?.[0] ?? null);
}
