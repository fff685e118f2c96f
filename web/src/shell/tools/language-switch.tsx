import { currentLanguage } from "@fairclick/core/language/current-language";
import { languageNames, languages } from "@fairclick/core/language/language";
import { Languages } from "lucide-react";
import { chooseLanguage } from "../../language/choose-language";

/** Links to the page in the other languages, each named in itself. */
export function LanguageSwitch() {
  return languages
    .filter((language) => language !== currentLanguage())
    .map((language) => (
      <button
        key={language}
        type="button"
        lang={language}
        onClick={() => chooseLanguage(language)}
        className="inline-flex min-h-11 items-center gap-2 underline underline-offset-[0.2em]"
      >
        <Languages aria-hidden="true" className="size-4" />
        {languageNames[language]}
      </button>
    ));
}
