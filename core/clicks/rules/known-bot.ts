import { isbotMatch } from "isbot";
import { t } from "../../language/t";
import { memoize } from "../../memory";
import type { Check } from "../rule";
import {
  findAddition,
  findInAppBrowser,
  hasBrowserForm,
  withoutHarmlessWords,
} from "../user-agent";
import { headlessName } from "./headless";
import { isAppLoadingAhead } from "./prefetch";

/**
 * Words that declare a program, even in the user agent of an app. `compatible;` is fine for Internet
 * Explorer 7 and later, Konqueror and Origyn.
 */
const declared =
  /\bbots?\b|bots?(?:[/;)]|$)|crawl|spider(?:[/;)-]|$)|scrap(?:er|y)|\(compatible;(?! (?:MSIE (?:[7-9]|1\d)\.|Konqueror|Origyn))|like Gecko;|https?:\/\/|[\w.+]@[\w-]+\.[a-z]{2,}|\(\+[\w-]+\.\w|externalhit|lighthouse|python|curl\/|urlpreview|cypress\//i;

/** Names that isbot does not know: tools, and programs named after their task. */
const otherNames =
  /WindowsPowerShell|puppeteer|webdriver|slimerjs|automat(?:ed|ion)|observatory\/|uptime|screenshot|thumbnail|unfurl|\bseo[A-Z]|(?:bot|crawler|spider|fetch|fetcher|scanner|scraper|checker|monitor|validator|archiver|indexer|inspector|analyzer|probe|agent|watcher|harvester|hunter|runner)(?:[/;),]|$)/i;

/**
 * A declared bot or an HTTP library. Headless browsers have their own rule. The developer profits
 * from a refusal, so words are ignored where the phones, televisions and apps of people use them too.
 */
export const knownBot: Check = {
  signal: "known_bot",
  category: "Bot traffic",
  describe: () => t`Clicks from known bots and other programs that are not browsers are invalid.`,
  find: ({ userAgent }) => {
    if (!userAgent) return null;
    const named = findBotName(userAgent);
    return named === null ? null : { named };
  },
};

const findBotName = memoize((userAgent): string | null => {
  const seen = userAgent.replace(headlessName, "Chrome");
  if (isAppLoadingAhead(seen)) return null;
  if (!hasBrowserForm(seen)) return userAgent.slice(0, 80);
  const { text, names } = withoutHarmlessWords(seen);
  const word = declared.exec(text)?.[0];
  if (word) return word;
  const inApp = findInAppBrowser(seen);
  if (inApp === "app") return null;
  const known = isbotMatch(names);
  if (known || inApp === "desktop shell") return known;
  return otherNames.exec(names)?.[0] ?? findAddition(text);
});
