import { colorScheme, type Theme, themeColorMedia } from "@fairclick/core/operations/pages";

/** Returns the app's HTML in the theme that the person chose, so that the browser paints no other theme first. */
export function writeTheme(html: string, theme: Theme): string {
  if (theme === "system") return html;
  const media = (scheme: "light" | "dark") => `media="${themeColorMedia(scheme, theme)}"`;
  return html
    .replace(/<html lang="[a-z]+"/, `$& data-theme="${theme}"`)
    .replace('content="light dark"', `content="${colorScheme(theme)}"`)
    .replace('media="(prefers-color-scheme: light)"', media("light"))
    .replace('media="(prefers-color-scheme: dark)"', media("dark"));
}
