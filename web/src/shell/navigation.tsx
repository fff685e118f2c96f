import { t } from "@fairclick/core/language/t";
import { useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { endSession, signOut, useUser } from "../session/session";
import { ButtonLink } from "../ui/button";
import { Logo } from "../ui/layout";
import { Bar } from "./bar";
import { accountPlaces, mainPlaces } from "./places";

/** `bell` shows the notices of a signed-in user. */
export function Navigation({ bell }: { bell: ReactNode }) {
  const user = useUser();
  return (
    <Bar>
      <Link to="/app/creator-hub" className="mr-auto flex rounded-md p-1 no-underline">
        <Logo />
      </Link>
      <nav aria-label={t`Main`} className="hidden items-center gap-1 md:flex">
        {mainPlaces.map((place) => (
          <Link
            key={place.to}
            to={place.to}
            className="rounded-md px-3 py-2 font-semibold text-soft no-underline hover:text-ink aria-[current=page]:text-on-marker"
          >
            <span className="in-aria-[current=page]:marked">{place.name}</span>
          </Link>
        ))}
      </nav>
      {bell}
      {user ? <AccountMenu name={user.username} /> : <SignInLinks />}
    </Bar>
  );
}

function SignInLinks() {
  return (
    <div className="flex gap-2">
      <ButtonLink to="/login" variant="quiet">
        {t`Log In`}
      </ButtonLink>
      <ButtonLink to="/register" variant="primary">
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
      <LogoutButton />
    </>
  );
}

export function MenuItems({ places }: { places: readonly { to: string; name: string }[] }) {
  return places.map(({ to, name }) => (
    <Link key={to} to={to} className={itemClass}>
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
