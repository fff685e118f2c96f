import { provideCatalogue, provideLanguage } from "@fairclick/core/language/current-language";
import { parseLanguage } from "@fairclick/core/language/language";

/**
 * Loads the language that the server wrote into the page. The first import of the app: other
 * modules keep texts as constants, so they are evaluated after this one. The page is in English if
 * its translation cannot be loaded.
 */
await load().catch(() => {
  document.documentElement.lang = "en";
});

async function load(): Promise<void> {
  const language = parseLanguage(document.documentElement.lang) ?? "en";
  if (language === "en") return;
  const { spanishOnPages } = await import("@fairclick/core/language/spanish-on-pages");
  provideCatalogue(language, spanishOnPages);
  provideLanguage(() => language);
}
