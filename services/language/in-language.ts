import { AsyncLocalStorage } from "node:async_hooks";
import { provideCatalogue, provideLanguage } from "@fairclick/core/language/current-language";
import type { Language } from "@fairclick/core/language/language";
import { spanishOnServer } from "@fairclick/core/language/spanish-on-server";

const running = new AsyncLocalStorage<Language>();

provideCatalogue("es", spanishOnServer);
provideLanguage(() => running.getStore() ?? "en");

/** Runs work whose texts are for a reader of this language, such as an answer or a mail. */
export function inLanguage<Result>(language: Language, work: () => Result): Result {
  return running.run(language, work);
}
