import { currentLanguage } from "@fairclick/core/language/current-language";
import { type Language, languageNames, languages } from "@fairclick/core/language/language";
import { Languages } from "lucide-react";
import { api } from "../../api/client";
import { chooseLanguage } from "../../language/choose-language";
import { readToken } from "../../session/token";

/** Links to the page in the other languages, each named in itself. */
export function LanguageSwitch() {
  return languages
    .filter((language) => language !== currentLanguage())
    .map((language) => (
      <button
        key={language}
        type="button"
        lang={language}
        onClick={() => void changeLanguage(language)}
        className="inline-flex min-h-11 items-center gap-2 underline underline-offset-[0.2em]"
      >
        <Languages aria-hidden="true" className="size-4" />
        {languageNames[language]}
      </button>
    ));
}

/** A signed-in person also gets mails in the language. The page changes even if the server is away. */
async function changeLanguage(language: Language): Promise<void> {
  if (readToken()) {
    await api.users.profile.language.$put({ json: { language } }).catch(() => null);
  }
  chooseLanguage(language);
}
