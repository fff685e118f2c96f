import { z } from "zod";

const MAX_URL_LENGTH = 2_048;

/** Only `http:` and `https:`, without credentials or control characters: these URLs end up in `location` headers. */
export function isWebUrl(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are exactly what is refused
  if (text.length > MAX_URL_LENGTH || /[\u0000-\u0020\u007f\\]/.test(text)) return false;
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  const isWeb = url.protocol === "https:" || url.protocol === "http:";
  return isWeb && url.username === "" && url.password === "" && url.hostname.length > 0;
}

export function webUrlSchema(requiredMessage: string, invalidMessage: string) {
  return z
    .string({ error: requiredMessage })
    .trim()
    .min(1, { error: requiredMessage })
    .refine((text) => text === "" || isWebUrl(text), { error: invalidMessage });
}
