import { type Language, languages, t } from "../language/t";

export type PublicPage = {
  path: string;
  /** The page's title, without the product's name. */
  title: string;
  description: string;
  /** False for pages that search engines should not list. */
  listed: boolean;
};

/** The pages that open without an account, as search engines and link previews describe them. */
export const publicPages: readonly PublicPage[] = [
  {
    path: "/",
    get title() {
      return t`Fairclick: clicks with receipts`;
    },
    get description() {
      return t`A pay-per-click marketplace for promoting games. Budgets are reserved before the first click, and every click has a receipt.`;
    },
    listed: true,
  },
  {
    path: "/campaigns",
    get title() {
      return t`All campaigns`;
    },
    get description() {
      return t`Every game that pays creators for clicks at the moment, with its price per click and what is left of its budget.`;
    },
    listed: true,
  },
  {
    path: "/register",
    get title() {
      return t`Sign up`;
    },
    get description() {
      return t`Join as a creator who earns per valid click, or as a developer who pays for valid clicks only. One account does both.`;
    },
    listed: true,
  },
  {
    path: "/login",
    get title() {
      return t`Log in`;
    },
    get description() {
      return t`Log in to your campaigns, links, clicks and earnings.`;
    },
    listed: true,
  },
  {
    path: "/rules",
    get title() {
      return t`The rules for clicks`;
    },
    get description() {
      return t`Which clicks count on Fairclick, which do not, and what the rules do not catch.`;
    },
    listed: true,
  },
  {
    path: "/terms",
    get title() {
      return t`Terms`;
    },
    get description() {
      return t`How budgets, prices, the fee, clicks, payments and withdrawals work on Fairclick.`;
    },
    listed: true,
  },
  {
    path: "/privacy",
    get title() {
      return t`Privacy`;
    },
    get description() {
      return t`What Fairclick stores about visitors and users, why, and for how long.`;
    },
    listed: true,
  },
  {
    path: "/contact",
    get title() {
      return t`Contact`;
    },
    get description() {
      return t`Write to the people who run this marketplace, with or without an account.`;
    },
    listed: true,
  },
  {
    path: "/forgot-password",
    get title() {
      return t`Forgot your password?`;
    },
    get description() {
      return t`Get a mail that lets you choose a new password.`;
    },
    listed: false,
  },
];

/** The public pages that the server renders; all others are the app's. */
export const renderedPaths: readonly string[] = ["/", "/campaigns", "/rules", "/terms", "/privacy"];

/** Returns what the browser shows as a page's title. */
export function documentTitle({ path, title }: Pick<PublicPage, "path" | "title">): string {
  return path === "/" ? title : `${title} · Fairclick`;
}

/**
 * Returns the address of a page that the server renders, in one language: `/es/campaigns`. English has
 * no prefix; these addresses answer in the visitor's language if it is another.
 */
export function pageAddress(path: string, language: Language): string {
  if (language === languages[0]) return path;
  return path === "/" ? `/${language}` : `/${language}${path}`;
}

/** Returns the language that an address names, and the path of the page. */
export function parsePageAddress(address: string): { language: Language | null; path: string } {
  const [, first, rest] = /^\/([a-z]+)(\/.*)?$/.exec(address) ?? [];
  const language = languages.find((each) => each === first && each !== languages[0]);
  return language ? { language, path: rest ?? "/" } : { language: null, path: address };
}

/** Name of the app's built page in a language. Its scripts are in that language. */
export function pageFile(language: Language): string {
  return language === languages[0] ? "index.html" : `index.${language}.html`;
}

/**
 * Pages where visits begin, with the files of their page: the page that the server sends names their
 * scripts, so that they load beside the app's own.
 */
export const preloadedPages: Readonly<Record<string, readonly string[]>> = {
  "/login": ["accounts/login.tsx"],
  "/register": ["accounts/register.tsx"],
  "/app/creator-hub": ["campaigns/creator-hub.tsx"],
  "/app/developer-hub": ["campaigns/developer-hub.tsx"],
  "/app/campaigns": ["campaigns/campaigns-overview.tsx"],
  "/app/campaigns/create": ["campaigns/campaign-wizard.tsx"],
  "/app/campaigns/$id": [
    "campaigns/campaign-page.tsx",
    "clicks/campaign-clicks.tsx",
    "clicks/conversions.tsx",
  ],
  "/app/campaigns/$id/settings": ["campaigns/settings-page.tsx", "clicks/conversion-set-up.tsx"],
  "/app/links/$id": ["clicks/link-page.tsx"],
  "/app/earnings": ["money/earnings.tsx"],
  "/app/payments": ["money/payments.tsx"],
  "/app/profile": ["accounts/profile.tsx"],
};

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

export function colorScheme(theme: Theme): string {
  return theme === "system" ? "light dark" : theme;
}
