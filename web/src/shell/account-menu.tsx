import { t } from "@fairclick/core/language/t";
import { Link } from "@tanstack/react-router";
import { ChevronDown } from "lucide-react";
import { LogoutButton } from "./logout-button";
import { itemClass, MenuPanel } from "./menu-panel";

export function AccountMenu({ name }: { name: string }) {
  return (
    <>
      <button
        type="button"
        popoverTarget="account-menu"
        className="ml-2 hidden min-h-11 max-w-48 items-center gap-1.5 rounded-md border-2 border-edge bg-paper px-3 font-semibold hover:border-ink md:inline-flex"
      >
        <span className="truncate">{name || t`Account`}</span>
        <ChevronDown aria-hidden="true" className="size-4 shrink-0" />
      </button>
      <MenuPanel id="account-menu">
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
      </MenuPanel>
    </>
  );
}
