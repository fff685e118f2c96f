import { type Language, languages } from "../language/language";

/** Name of the app's built page in a language. Its scripts are in that language. */
export function pageFile(language: Language): string {
  return language === languages[0] ? "index.html" : `index.${language}.html`;
}
