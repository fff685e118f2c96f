import { parseLanguage, provideCatalogue, provideLanguage } from "@fairclick/core/language/t";

/**
 * Sets the language that the server wrote into the page. The first import of the app: other modules
 * keep texts as constants, so they are evaluated after this one. The scripts of a built page are in
 * its language (`web/build/translate-pages.ts`); the development server's are in English and need the
 * catalogue.
 */
const language = parseLanguage(document.documentElement.lang) ?? "en";
provideLanguage(() => language);
if (import.meta.env.DEV && language === "es") {
  const { spanishOnPages } = await import("@fairclick/core/language/spanish-on-pages");
  provideCatalogue(language, spanishOnPages);
}
