import { t } from "@fairclick/core/language/t";
import type { ReactNode } from "react";
import { Footer } from "./footer";
import { PublicBar } from "./public-bar";

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

/** A link that people cannot see, hear or focus: only bots follow it. */
function HoneypotLink() {
  return (
    <div className="absolute -left-[9999px]" aria-hidden="true">
      <a href="/api/clicks/trap/archive" rel="nofollow" tabIndex={-1}>
        {t`Archive`}
      </a>
    </div>
  );
}
