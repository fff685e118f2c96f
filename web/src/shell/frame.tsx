import { t } from "@fairclick/core/language/t";
import { useQueryClient } from "@tanstack/react-query";
import { Link, useLocation, useNavigate } from "@tanstack/react-router";
import { type ReactNode, Suspense } from "react";
import { endSession, type Side, signOut, useUser } from "../session/session";
import { ButtonLink } from "../ui/button";
import { Logo, PageHeading } from "../ui/layout";
import { lazyPart } from "../ui/lazy-part";
import { useScrolled } from "../ui/use-view-change";
import { accountPlaces, mainPlaces, openSearch, ownHub, textPlaces } from "./places";

const PageTools = lazyPart(async () => (await import("./page-tools")).PageTools);

/** `bell` shows the notices of a signed-in user. */
export function Navigation({ bell }: { bell: ReactNode }) {
  const user = useUser();
  return (
    <Bar>
      <Link to="/app/creator-hub" className="mr-auto flex rounded-md p-1 no-underline">
        <Logo />
      </Link>
      <nav aria-label={t`Main`} className="hidden items-center gap-1 md:flex">
        {mainPlaces.map(({ name, ...place }) => (
          <Link
            key={place.to}
            {...place}
            className="rounded-md px-3 py-2 font-semibold text-soft no-underline hover:text-ink aria-[current=page]:text-on-marker"
          >
            <span className="in-aria-[current=page]:marked">{name}</span>
          </Link>
        ))}
      </nav>
      {bell}
      {user ? <AccountMenu name={user.username} /> : <SignInLinks />}
    </Bar>
  );
}

/** On phones with less padding, so that the logo and two links fit in every language. */
function SignInLinks() {
  const { pathname, search: shown } = useLocation();
  const next = `${pathname}?step=${shown.step ?? 1}&draft=mine`;
  // Who signs in on the wizard's page takes its draft along.
  const search = pathname === "/app/campaigns/create" ? { next } : {};
  return (
    <div className="flex gap-2">
      <ButtonLink to="/login" search={search} variant="quiet" className="max-[28rem]:px-2">
        {t`Log In`}
      </ButtonLink>
      <ButtonLink to="/register" search={search} className="max-[28rem]:px-2">
        {t`Sign Up`}
      </ButtonLink>
    </div>
  );
}

function AccountMenu({ name }: { name: string }) {
  return (
    <>
      <button
        type="button"
        popoverTarget="account-menu"
        className="ml-2 hidden min-h-11 max-w-48 items-center gap-1.5 rounded-md border-2 border-edge bg-paper px-3 font-semibold after:content-['▾'_/_''] hover:border-ink md:inline-flex"
      >
        <span className="truncate">{name || t`Account`}</span>
      </button>
      <MenuPanel id="account-menu" className="menu-panel w-64 rounded-md border-2">
        <AccountItems />
      </MenuPanel>
    </>
  );
}

/** What both menus have for a signed-in user. */
export function AccountItems() {
  return (
    <>
      <MenuItems places={accountPlaces} />
      <button type="button" className={itemClass} onClick={openSearch}>
        {t`Search`}
      </button>
      <button type="button" className={itemClass} onClick={focusFooter}>
        {t`Language and colours`}
      </button>
      <LogoutButton />
    </>
  );
}

const focusFooter = () => document.getElementById("footer")?.focus();

type MenuPlace = { to: string; name: string; state?: { side: Side } };

export function MenuItems({ places }: { places: readonly MenuPlace[] }) {
  return places.map(({ name, ...place }) => (
    <Link key={place.to} {...place} className={itemClass}>
      {name}
    </Link>
  ));
}

const itemClass =
  "block w-full rounded-md px-3 py-3 text-left font-semibold text-ink no-underline hover:bg-bar focus-visible:bg-bar";

type MenuPanelProps = { id: string; className: string; children: ReactNode };

/** A menu. A button with this id as `popoverTarget` opens it; a choice closes it. */
export function MenuPanel({ id, className, children }: MenuPanelProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the links and buttons inside are what is clicked, by keyboard too
    // biome-ignore lint/a11y/noStaticElementInteractions: it only hears what bubbles up from them
    <div
      id={id}
      popover="auto"
      onClick={(event) => event.currentTarget.hidePopover()}
      className={`border-edge bg-paper p-2 text-ink shadow-lifted ${className}`}
    >
      {children}
    </div>
  );
}

function LogoutButton() {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return (
    <button
      type="button"
      className={itemClass}
      onClick={async () => {
        signOut();
        await navigate({ to: "/login" });
        endSession(queryClient);
      }}
    >
      {t`Logout`}
    </button>
  );
}

const SCROLL_THRESHOLD_PX = 10;

/** The bar at the top of every page. Becomes more opaque after scrolling. */
function Bar({ children }: { children: ReactNode }) {
  const scrolled = useScrolled(SCROLL_THRESHOLD_PX);
  return (
    <header
      data-scrolled={scrolled}
      className="fixed inset-x-0 top-0 z-30 h-nav border-transparent border-b-2 bg-ground/70 motion-safe:transition-colors data-[scrolled=true]:border-rule data-[scrolled=true]:bg-ground/97"
    >
      <div className="mx-auto flex h-full max-w-page items-center gap-2 px-4 sm:px-6">
        {children}
      </div>
    </header>
  );
}

/** The bar of pages that open without an account. */
export function LogoBar({ children }: { children?: ReactNode }) {
  return (
    <Bar>
      <a href="/" className="mr-auto flex rounded-md p-1 no-underline">
        <Logo />
      </a>
      {children}
    </Bar>
  );
}

export function TextPage({ title, children }: { title: string; children: ReactNode }) {
  const user = useUser();
  const hub = ownHub();
  return (
    <div className="flex min-h-dvh flex-col">
      <LogoBar>
        {user ? (
          <ButtonLink to={hub.to} className="whitespace-nowrap max-[28rem]:px-2">
            {hub.name}
          </ButtonLink>
        ) : (
          <SignInLinks />
        )}
      </LogoBar>
      <main
        id="main"
        tabIndex={-1}
        className="mx-auto w-full max-w-page flex-1 px-4 pt-[calc(var(--spacing-nav)+2.5rem)] pb-24 sm:px-6"
      >
        <PageHeading title={title} />
        <div className="max-w-prose space-y-4 [&_h2]:pt-4 [&_h2]:text-lg">{children}</div>
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

/** Social links, set at build time. Unset ones are left out. */
const elsewhere = [
  { name: "Twitter", href: import.meta.env.VITE_TWITTER_URL },
  { name: "Discord", href: import.meta.env.VITE_DISCORD_URL },
].filter(({ href }) => href);

export function Footer() {
  return (
    <footer id="footer" tabIndex={-1} className="border-rule border-t-2 border-dashed">
      <div className="mx-auto flex max-w-page flex-wrap items-center justify-between gap-4 px-4 py-8 sm:px-6">
        <p className="text-soft">{t`Every click has a receipt, in US dollars.`}</p>
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
