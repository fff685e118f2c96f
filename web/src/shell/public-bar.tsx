import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useUser } from "../session/session";
import { ButtonLink } from "../ui/button";
import { Logo } from "../ui/logo";
import { Bar } from "./bar";

/** The smallest phones have room for the logo and two links, but not for much air in them. */
const narrow = "whitespace-nowrap max-[24rem]:px-2";

/** The bar of the pages that strangers see. */
export function PublicBar() {
  const user = useUser();
  return (
    <LogoBar>
      {user ? (
        <ButtonLink to="/app/creator-hub">Creator Hub</ButtonLink>
      ) : (
        <>
          <ButtonLink to="/login" variant="quiet" className={narrow}>
            Log In
          </ButtonLink>
          <ButtonLink to="/register" variant="primary" className={narrow}>
            Sign Up
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
