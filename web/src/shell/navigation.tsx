import { t } from "@fairclick/core/language/t";
import { Link } from "@tanstack/react-router";
import { Menu } from "lucide-react";
import type { ReactNode } from "react";
import { useUser } from "../session/session";
import { ButtonLink } from "../ui/button";
import { Logo } from "../ui/logo";
import { AccountMenu } from "./account-menu";
import { Bar } from "./bar";
import { LogoutButton } from "./logout-button";
import { itemClass, MenuPanel } from "./menu-panel";

const places = [
  { to: "/app/developer-hub", name: t`Developer Hub` },
  { to: "/app/creator-hub", name: t`Creator Hub` },
  { to: "/app/payments", name: t`Payments` },
] as const;

/** `bell` shows the notices of a signed-in user. */
export function Navigation({ bell }: { bell: ReactNode }) {
  const user = useUser();
  return (
    <Bar>
      <Link to="/app/creator-hub" className="mr-auto flex rounded-md p-1 no-underline">
        <Logo />
      </Link>
      <nav aria-label={t`Main`} className="hidden items-center gap-1 md:flex">
        {places.map((place) => (
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
      <button
        type="button"
        popoverTarget="main-menu"
        className="inline-flex min-h-11 items-center gap-2 rounded-md border-2 border-edge px-3 font-semibold md:hidden"
      >
        <Menu aria-hidden="true" className="size-5" />
        {t`Menu`}
      </button>
      <MenuPanel id="main-menu">
        {places.map((place) => (
          <Link key={place.to} to={place.to} className={itemClass}>
            {place.name}
          </Link>
        ))}
        {user ? (
          <>
            <Link to="/app/wallet" className={itemClass}>
              {t`Wallet`}
            </Link>
            <Link to="/app/earnings" className={itemClass}>
              {t`Earnings`}
            </Link>
            <Link to="/app/profile" className={itemClass}>
              {t`Profile`}
            </Link>
            <Link to="/app/api" className={itemClass}>
              {t`API`}
            </Link>
            <Link to="/contact" className={itemClass}>
              {t`Contact`}
            </Link>
            <LogoutButton />
          </>
        ) : (
          <Link to="/login" className={itemClass}>
            {t`Log In`}
          </Link>
        )}
      </MenuPanel>
    </Bar>
  );
}

function SignInLinks() {
  return (
    <div className="hidden gap-2 md:flex">
      <ButtonLink to="/login" variant="quiet">
        {t`Log In`}
      </ButtonLink>
      <ButtonLink to="/register" variant="primary">
        {t`Sign Up`}
      </ButtonLink>
    </div>
  );
}
