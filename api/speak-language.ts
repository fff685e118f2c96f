import {
  acceptedLanguage,
  LANGUAGE_COOKIE,
  type Language,
  parseLanguage,
} from "@fairclick/core/language/t";
import { inLanguage } from "@fairclick/services/language/in-language";
import { createMiddleware } from "hono/factory";
import { parse } from "hono/utils/cookie";

/** Answers in the language that the person chose by hand, else the one that the browser prefers. */
export const speakLanguage = createMiddleware((c, next) =>
  inLanguage(requestedLanguage(c.req.raw.headers), next),
);

export function requestedLanguage(headers: Headers): Language {
  const cookies = parse(headers.get("cookie") ?? "", LANGUAGE_COOKIE);
  return (
    parseLanguage(cookies[LANGUAGE_COOKIE]) ?? acceptedLanguage(headers.get("accept-language"))
  );
}
