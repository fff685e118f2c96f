import { isbotMatch } from "isbot";
import type { Check } from "../check";
import { withoutHarmlessWords } from "../in-app-browser";
import { headlessName } from "./headless";

/** Every browser's user agent begins or goes on like this; a program's own name alone is no browser. */
const browser = /^(?:Mozilla|Opera)\/\d|AppleWebKit\/|UCBrowser\/|MIDP-2|^DuckDuckGo\//;

/** What no browser leaves out, be it on a console or a telephone. */
const engine =
  /AppleWebKit\/|KHTML|Gecko|Trident\/|MSIE \d|Presto\/|Goanna\/|Servo\/|NetFront|Nintendo|PlayStation|MIDP|Opera|UCBrowser\/|^DuckDuckGo\//;

/** What isbot does not know: a tool, and the names that programs give themselves after what they do. */
const otherNames =
  /WindowsPowerShell|(?:bot|crawler|spider|fetcher|scanner|scraper|checker|monitor|validator|archiver|indexer|inspector|analyzer|probe)(?:[/;),]|$)/i;

/** The last words by which a program says what it is, even where the rest claims to be an app. */
const declared =
  /\bbots?\b|bots?[/;)]|crawl|spider[/;)-]|scrap(?:er|y)|\(compatible;|\+https?:|externalhit|lighthouse|python|curl\/|urlpreview/i;

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
  if (!browser.test(userAgent) || !engine.test(userAgent)) return userAgent.slice(0, 80);
  const { text, inApp } = withoutHarmlessWords(userAgent.replace(headlessName, "Chrome"));
  return inApp
    ? (declared.exec(text)?.[0] ?? null)
    : (isbotMatch(text) ?? otherNames.exec(text)?.[0] ?? null);
}
