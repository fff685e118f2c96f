import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { ButtonLink } from "../../ui/button";
import { Logo } from "../../ui/logo";
import { useUser } from "../session/session";
import { Bar } from "./bar";

/** The bar of the pages that strangers see. */
export function PublicBar() {
  const user = useUser();
  return (
    <LogoBar>
      {user ? (
        <ButtonLink to="/app/creator-hub">Creator Hub</ButtonLink>
      ) : (
        <>
          <ButtonLink to="/login" variant="quiet">
            Log In
          </ButtonLink>
          <ButtonLink to="/register" variant="primary">
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
