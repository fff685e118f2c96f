import { AsyncLocalStorage } from "node:async_hooks";
import { spanishOnServer } from "@fairclick/core/language/spanish-on-server";
import { type Language, provideCatalogue, provideLanguage } from "@fairclick/core/language/t";
import { z } from "zod";

const running = new AsyncLocalStorage<Language>();
const readLanguage = (): Language => running.getStore() ?? "en";

provideCatalogue("es", spanishOnServer);
provideLanguage(readLanguage);

/** Errors of schemas that have no text of their own. */
const schemaErrors = { en: z.locales.en().localeError, es: z.locales.es().localeError };
z.config({ localeError: (issue) => schemaErrors[readLanguage()](issue) });

/** Runs work that writes texts in this language, such as an answer or a mail. */
export function inLanguage<Result>(language: Language, work: () => Result): Result {
  return running.run(language, work);
}
