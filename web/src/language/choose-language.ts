import { LANGUAGE_COOKIE, type Language } from "@fairclick/core/language/t";

const YEAR_SECONDS = 365 * 86_400;

/** Stores the language in a cookie, and loads the page again in it. */
export function chooseLanguage(language: Language): void {
  const secure = location.protocol === "https:" ? "; Secure" : "";
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in browsers that we support
  document.cookie = `${LANGUAGE_COOKIE}=${language}; Path=/; SameSite=Lax; Max-Age=${YEAR_SECONDS}${secure}`;
  location.reload();
}
