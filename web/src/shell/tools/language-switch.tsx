import {
  currentLanguage,
  type Language,
  languageNames,
  languages,
} from "@fairclick/core/language/t";
import { Languages } from "lucide-react";
import { chooseLanguage } from "../../language/choose-language";
import { keepChoice } from "../../language/store-choice";
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
        onClick={() => changeLanguage(language)}
        className="inline-flex min-h-11 items-center gap-2 underline underline-offset-[0.2em]"
      >
        <Languages aria-hidden="true" className="size-4" />
        {languageNames[language]}
      </button>
    ));
}

/** A signed-in person also gets mails in the language; the page that loads now stores it. */
function changeLanguage(language: Language): void {
  if (readToken()) keepChoice(language);
  chooseLanguage(language);
}
