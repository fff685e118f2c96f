import { spanishOnPages } from "@fairclick/core/language/spanish-on-pages";
import { spanishOnServer } from "@fairclick/core/language/spanish-on-server";

const spanish = { ...spanishOnServer, ...spanishOnPages };

/**
 * Returns a pattern for an English text and its translations, so that one list of screens serves
 * every language. A string also matches the longer texts that contain it.
 */
export function inAnyLanguage(english: string | RegExp): RegExp {
  const pattern = typeof english === "string" ? RegExp(RegExp.escape(english), "i") : english;
  return join([pattern.source, ...translate((key) => pattern.test(key))], pattern.flags);
}

/** Like `inAnyLanguage`, for exactly this text. */
export function exactlyInAnyLanguage(english: string): RegExp {
  const forms = [RegExp.escape(english), ...translate((key) => key === english)];
  return join(
    forms.map((form) => `^${form}$`),
    "",
  );
}

function translate(isMeant: (key: string) => boolean): string[] {
  return Object.entries(spanish)
    .filter(([key]) => isMeant(key))
    .flatMap(([, text]) => (typeof text === "string" ? [text] : Object.values(text)))
    .map(toPattern);
}

/** Pattern of a translated text: its values may be anything. */
function toPattern(text: string): string {
  return text
    .split(/\{\d+\}|#/)
    .map((piece) => RegExp.escape(piece))
    .join(".*");
}

function join(alternatives: string[], flags: string): RegExp {
  return RegExp(alternatives.map((alternative) => `(?:${alternative})`).join("|"), flags);
}
