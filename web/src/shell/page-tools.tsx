import {
  currentLanguage,
  type Language,
  languageNames,
  languages,
  t,
} from "@fairclick/core/language/t";
import {
  colorScheme,
  parseTheme,
  THEME_COOKIE,
  type Theme,
  themeColorMedia,
  themes,
} from "@fairclick/core/operations/pages";
import { Languages, Monitor, Moon, Search, Sun } from "lucide-react";
import { Suspense, useLayoutEffect, useState } from "react";
import { chooseLanguage, keepChoice } from "../session/store-language";
import { readToken } from "../session/token";
import { lazyPart } from "../ui/lazy-part";
import { OPEN_SEARCH } from "./places";

const SearchDialog = lazyPart(async () => (await import("./search-dialog")).SearchDialog);

/** The language, the theme, and the search for everything. */
export function PageTools() {
  const [isSearching, setSearching] = useState(false);
  useLayoutEffect(() => {
    const search = (event: Event) => {
      if (event instanceof KeyboardEvent && !asksForSearch(event)) return;
      event.preventDefault();
      setSearching(true);
    };
    const listening = new AbortController();
    for (const type of ["keydown", OPEN_SEARCH]) {
      document.addEventListener(type, search, { signal: listening.signal });
    }
    return () => listening.abort();
  }, []);
  return (
    <>
      <LanguageSwitch />
      <button
        type="button"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setSearching(true)}
        className={toolClass}
      >
        <Search aria-hidden="true" className="size-4" />
        {t`Search everything`}
        <span aria-hidden="true" className="font-figures text-soft text-sm max-md:hidden">
          {isMac ? "⌘ K" : t`Ctrl K`}
        </span>
      </button>
      <ThemeSwitch />
      <Suspense fallback={null}>
        {isSearching ? <SearchDialog onClose={() => setSearching(false)} /> : null}
      </Suspense>
    </>
  );
}

const isMac = /^(Mac|iP)/.test(navigator.platform);

/** True for Ctrl+K, also while somebody types, unless a dialog is open. */
function asksForSearch(event: KeyboardEvent): boolean {
  const { ctrlKey, metaKey, altKey, shiftKey, key, defaultPrevented } = event;
  const isHeld = isMac ? metaKey && !ctrlKey : ctrlKey && !metaKey;
  const isDialogOpen = document.querySelector('[role="dialog"]') !== null;
  return isHeld && !altKey && !shiftKey && key === "k" && !defaultPrevented && !isDialogOpen;
}

const toolClass = "inline-flex min-h-11 items-center gap-2 underline underline-offset-[0.2em]";

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
        className={toolClass}
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

const choices = {
  system: { name: t`System`, Icon: Monitor },
  light: { name: t`Light`, Icon: Sun },
  dark: { name: t`Dark`, Icon: Moon },
};

/** Chooses between the device's colours, light and dark. */
function ThemeSwitch() {
  // The server wrote it from the cookie.
  const [current, setCurrent] = useState(() => parseTheme(document.documentElement.dataset.theme));
  const choose = (theme: Theme) => {
    chooseTheme(theme);
    setCurrent(theme);
  };
  return (
    <fieldset className="flex gap-1 rounded-md border-2 border-edge bg-paper p-0.5">
      <legend className="sr-only">{t`Theme`}</legend>
      {themes.map((theme) => {
        const { name, Icon } = choices[theme];
        return (
          <label
            key={theme}
            className="flex min-h-9 cursor-pointer items-center gap-1.5 rounded-sm px-2.5 font-semibold text-sm text-soft hover:text-ink has-checked:bg-ink has-checked:text-paper has-focus-visible:outline-2 has-focus-visible:outline-ink has-focus-visible:outline-offset-2"
          >
            <input
              type="radio"
              name="theme"
              value={theme}
              checked={theme === current}
              onChange={() => choose(theme)}
              className="sr-only"
            />
            <Icon aria-hidden="true" className="size-4" />
            {name}
          </label>
        );
      })}
    </fieldset>
  );
}

const YEAR_SECONDS = 365 * 86_400;

/** Shows the page in this theme, and stores it in a cookie for the next pages. */
function chooseTheme(theme: Theme): void {
  const { documentElement: root, head } = document;
  if (theme === "system") delete root.dataset.theme;
  else root.dataset.theme = theme;
  head.querySelector('meta[name="color-scheme"]')?.setAttribute("content", colorScheme(theme));
  for (const scheme of ["light", "dark"] as const) {
    const color = head.querySelector(`meta[name="theme-color"][data-scheme="${scheme}"]`);
    color?.setAttribute("media", themeColorMedia(scheme, theme));
  }
  const seconds = theme === "system" ? 0 : YEAR_SECONDS;
  const secure = location.protocol === "https:" ? "; Secure" : "";
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in browsers that we support
  document.cookie = `${THEME_COOKIE}=${theme}; Path=/; SameSite=Lax; Max-Age=${seconds}${secure}`;
}
