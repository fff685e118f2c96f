import {
  colorScheme,
  parseTheme,
  THEME_COOKIE,
  type Theme,
  themeColorMedia,
} from "@fairclick/core/operations/pages";

const YEAR_SECONDS = 365 * 86_400;

/** Returns the theme of the page, which the server wrote from the cookie. */
export function readTheme(): Theme {
  return parseTheme(document.documentElement.dataset.theme);
}

/** Shows the page in this theme, and stores it in a cookie for the next pages. */
export function chooseTheme(theme: Theme): void {
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
