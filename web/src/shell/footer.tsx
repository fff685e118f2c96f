import { t } from "@fairclick/core/language/t";
import { Link } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { textPlaces } from "./places";

const PageTools = lazy(async () => ({
  default: (await import("./page-tools")).PageTools,
}));

/** Social links, set at build time. Unset ones are left out. */
const elsewhere = [
  { name: "Twitter", href: import.meta.env.VITE_TWITTER_URL },
  { name: "Discord", href: import.meta.env.VITE_DISCORD_URL },
].filter(({ href }) => href);

export function Footer() {
  return (
    <footer className="border-rule border-t-2 border-dashed">
      <div className="mx-auto flex max-w-page flex-wrap items-center justify-between gap-4 px-4 py-8 sm:px-6">
        <p className="text-soft">{t`Fairclick. Every click has a receipt.`}</p>
        <nav aria-label={t`Footer`} className="flex flex-wrap gap-5">
          {textPlaces.map(({ to, name }) => (
            <a key={to} href={to}>
              {name}
            </a>
          ))}
          <Link to="/contact">{t`Contact`}</Link>
          {elsewhere.map(({ name, href }) => (
            <a key={name} href={href} rel="noopener noreferrer">
              {name}
            </a>
          ))}
        </nav>
        <div className="flex min-h-11 w-full flex-wrap items-center justify-between gap-x-5 gap-y-3">
          <Suspense fallback={null}>
            <PageTools />
          </Suspense>
        </div>
      </div>
    </footer>
  );
}
