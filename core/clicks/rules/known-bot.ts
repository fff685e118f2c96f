import { isbotMatch } from "isbot";
import { remember } from "../../remember";
import { findAddition, hasBrowserForm } from "../browser-form";
import { withoutHarmlessWords } from "../in-app-browser";
import type { Check } from "../rule";
import { headlessName } from "./headless";

/**
 * Words by which a program says what it is, even where the rest claims to be an app. Compatible with
 * something call themselves Internet Explorer, whose first versions open no page of today, and two others.
 */
const declared =
  /\bbots?\b|bots?(?:[/;)]|$)|crawl|spider(?:[/;)-]|$)|scrap(?:er|y)|\(compatible;(?! (?:MSIE (?:[7-9]|1\d)\.|Konqueror|Origyn))|like Gecko;|https?:\/\/|[\w.+]@[\w-]+\.[a-z]{2,}|\(\+[\w-]+\.\w|externalhit|lighthouse|python|curl\/|urlpreview|cypress\//i;

/** What isbot does not know: a tool, and the names that programs give themselves after what they do. */
const otherNames =
  /WindowsPowerShell|puppeteer|webdriver|slimerjs|automat(?:ed|ion)|uptime|screenshot|thumbnail|unfurl|\bseo[A-Z]|(?:bot|crawler|spider|fetch|fetcher|scanner|scraper|checker|monitor|validator|archiver|indexer|inspector|analyzer|probe|agent|watcher|harvester|hunter|runner)(?:[/;),]|$)/i;

/** A declared bot, or an HTTP library; what is headless has a rule of its own. */
export const knownBot: Check = {
  signal: "known_bot",
  category: "Bot traffic",
  describe: () => "Known bots and programs that are no browsers do not count.",
  find: ({ userAgent }) => {
    if (!userAgent) return null;
    const named = findBotName(userAgent);
    return named === null ? null : { named };
  },
};

const findBotName = remember((userAgent): string | null => {
  const seen = userAgent.replace(headlessName, "Chrome");
  if (!hasBrowserForm(seen)) return userAgent.slice(0, 80);
  const { text, inApp } = withoutHarmlessWords(seen);
  const word = declared.exec(text)?.[0];
  if (word || inApp) return word ?? null;
  return isbotMatch(text) ?? otherNames.exec(text)?.[0] ?? findAddition(text);
});
