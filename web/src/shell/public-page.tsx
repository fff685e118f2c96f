import { t } from "@fairclick/core/language/t";
import { Link } from "@tanstack/react-router";
import { lazy, type ReactNode, Suspense } from "react";
import { useUser } from "../session/session";
import { ButtonLink } from "../ui/button";
import { HoneypotLink } from "../ui/honeypot-link";
import { Logo } from "../ui/layout";
import { Bar } from "./bar";

/** Frame of a public page. */
export function PublicPage({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <PublicBar />
      <main
        id="main"
        tabIndex={-1}
        className="mx-auto w-full max-w-page flex-1 px-4 pt-[calc(var(--spacing-nav)+2.5rem)] pb-24 sm:px-6"
      >
        {children}
      </main>
      <HoneypotLink />
      <Footer />
    </div>
  );
}

/** Reduces the padding on phones, so that the logo and two links fit in every language. */
const narrow = "max-[28rem]:px-2";

/** Navigation of the public pages. */
function PublicBar() {
  const user = useUser();
  return (
    <LogoBar>
      {user ? (
        <ButtonLink to="/app/creator-hub">{t`Creator Hub`}</ButtonLink>
      ) : (
        <>
          <ButtonLink to="/login" variant="quiet" className={narrow}>
            {t`Log In`}
          </ButtonLink>
          <ButtonLink to="/register" variant="primary" className={narrow}>
            {t`Sign Up`}
          </ButtonLink>
        </>
      )}
    </LogoBar>
  );
}

export function LogoBar({ children }: { children?: ReactNode }) {
  return (
    <Bar>
      <Link to="/" className="mr-auto flex rounded-md p-1 no-underline">
        <Logo />
      </Link>
      {children}
    </Bar>
  );
}

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
          <Link to="/terms">{t`Terms`}</Link>
          <Link to="/privacy">{t`Privacy`}</Link>
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
