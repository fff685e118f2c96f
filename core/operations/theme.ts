/** What a person chose; "system" follows the device, and is not stored. */
export const themes = ["system", "light", "dark"] as const;

export type Theme = (typeof themes)[number];

/** Set by the app when a theme is chosen, and read by the server, so that the first paint has it. */
export const THEME_COOKIE = "fc_theme";

/** Returns the theme that a cookie's value names; "system" for anything else. */
export function parseTheme(value: string | undefined): Theme {
  return themes.find((theme) => theme === value) ?? "system";
}

/** Returns the `media` of the `theme-color` that belongs to one scheme. */
export function themeColorMedia(scheme: "light" | "dark", theme: Theme): string {
  if (theme === "system") return `(prefers-color-scheme: ${scheme})`;
  return theme === scheme ? "all" : "not all";
}

/** Returns the value of `color-scheme`. */
export function colorScheme(theme: Theme): string {
  return theme === "system" ? "light dark" : theme;
}
