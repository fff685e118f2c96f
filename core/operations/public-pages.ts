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
    title: "Fairclick: clicks with receipts",
    description:
      "A pay-per-click marketplace for promoting games. Budgets are reserved before the first click, and every click has a receipt.",
    listed: true,
  },
  {
    path: "/campaigns",
    title: "All campaigns",
    description:
      "Every game that pays creators for clicks at the moment, with its price per click and what is left of its budget.",
    listed: true,
  },
  {
    path: "/register",
    title: "Sign up",
    description:
      "Join as a creator who earns per valid click, or as a developer who pays for valid clicks only. One account does both.",
    listed: true,
  },
  {
    path: "/login",
    title: "Log in",
    description: "Log in to your campaigns, links, clicks and earnings.",
    listed: true,
  },
  {
    path: "/terms",
    title: "Terms",
    description:
      "How budgets, prices, the fee, clicks, payments and withdrawals work on Fairclick.",
    listed: true,
  },
  {
    path: "/privacy",
    title: "Privacy",
    description: "What Fairclick stores about visitors and users, why, and for how long.",
    listed: true,
  },
  {
    path: "/contact",
    title: "Contact",
    description: "Write to the people who run this marketplace, with or without an account.",
    listed: true,
  },
  {
    path: "/forgot-password",
    title: "Forgot your password?",
    description: "Get a mail that lets you choose a new password.",
    listed: false,
  },
];

/** Returns what the browser shows as a page's title. */
export function documentTitle({ path, title }: Pick<PublicPage, "path" | "title">): string {
  return path === "/" ? title : `${title} · Fairclick`;
}
