import { t } from "@fairclick/core/language/t";
import type { ReactNode } from "react";
import { useUser } from "../session/session";
import { ButtonLink } from "../ui/button";
import { Logo } from "../ui/layout";
import { Bar } from "./bar";

/** Reduces the padding on phones, so that the logo and two links fit in every language. */
const narrow = "max-[28rem]:px-2";

/** Navigation of the public pages. */
export function PublicBar() {
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
      <a href="/" className="mr-auto flex rounded-md p-1 no-underline">
        <Logo />
      </a>
      {children}
    </Bar>
  );
}
