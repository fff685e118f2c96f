import { LANGUAGE_COOKIE, type Language, parseLanguage, t } from "@fairclick/core/language/t";
import { ApiError, readAnswer } from "../api/answer";
import { api } from "../api/client";
import { notify } from "../ui/notify";
import { readToken } from "./token";

const KEY = "language-to-store";

/** Keeps a choice of language until the server has stored it as the language of the account's mails. */
export function keepChoice(language: Language): void {
  localStorage.setItem(KEY, language);
}

/**
 * Stores a kept choice with the account. While the server is away or the session is not valid, the
 * choice is kept for the next call. A choice that the server refuses is dropped with a toast.
 */
export async function storeChoice(): Promise<void> {
  const language = parseLanguage(localStorage.getItem(KEY));
  if (language === null || readToken() === null) return;
  try {
    await readAnswer(api.users.profile.language.$put({ json: { language } }));
  } catch (error) {
    if (!isFinal(error)) return;
    dropChoice();
    return;
  }
  if (localStorage.getItem(KEY) === language) localStorage.removeItem(KEY);
}

/** Drops a kept choice, and says so: the account may not be the next one to sign in here. */
export function dropChoice(): void {
  if (localStorage.getItem(KEY) === null) return;
  localStorage.removeItem(KEY);
  notify.warning(t`The language of your mails could not be changed. Please choose it again.`);
}

/** Whether the same request would be refused again. */
function isFinal(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.status >= 400 && error.status < 500 && ![401, 403, 429].includes(error.status);
}

const YEAR_SECONDS = 365 * 86_400;

/** Stores the language in a cookie, and loads the page again in it. */
export function chooseLanguage(language: Language): void {
  const secure = location.protocol === "https:" ? "; Secure" : "";
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in browsers that we support
  document.cookie = `${LANGUAGE_COOKIE}=${language}; Path=/; SameSite=Lax; Max-Age=${YEAR_SECONDS}${secure}`;
  location.reload();
}
