import { t } from "@fairclick/core/language/t";
import { useQuery } from "@tanstack/react-query";
import { Link, type LinkProps, useLocation } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { unreadQuery } from "../queries/accounts";
import { useSide } from "../session/session";
import { AccountItems, MenuItems, MenuPanel } from "./frame";
import { mainPlaces } from "./places";

/** The places of every day at the bottom of a phone, and a menu with the others. */
export function PhoneBar() {
  const side = useSide();
  // The bell receives the number; it is only not seen on a phone.
  const { data: unread = 0 } = useQuery({ ...unreadQuery, enabled: false });
  return (
    <>
      <nav
        aria-label={t`Main`}
        className="phone-bar fixed inset-x-0 bottom-0 z-30 border-edge border-t-2 bg-paper pb-[env(safe-area-inset-bottom)] md:hidden"
      >
        <ul className="grid h-bar grid-cols-5">
          {side === "creator" ? <CreatorPlaces /> : <DeveloperPlaces />}
          <Place
            to="/app/notices"
            label={t`Notices`}
            icon="M6 17v-6a6 6 0 0 1 12 0v6l2 1H4zM10 22h4"
          >
            {unread > 0 ? (
              <span className="absolute top-1 left-1/2 ml-1 min-w-5 rounded-full border-2 border-on-marker bg-marker px-1 text-center font-bold text-on-marker text-xs leading-4">
                {unread > 99 ? "99+" : unread}
                <span className="sr-only"> {t`unread`}</span>
              </span>
            ) : null}
          </Place>
          <li className="contents">
            <button type="button" popoverTarget="main-menu" className={placeClass}>
              <Icon path="M4 6h16M4 12h16M4 18h10" />
              <Label>{t`Menu`}</Label>
            </button>
          </li>
        </ul>
      </nav>
      <MenuPanel
        id="main-menu"
        className="menu-sheet border-t-2 pb-[calc(0.5rem+env(safe-area-inset-bottom))] md:hidden"
      >
        <MenuItems places={mainPlaces} />
        <AccountItems />
      </MenuPanel>
    </>
  );
}

function CreatorPlaces() {
  const isAtMoney = useLocation({ select: ({ pathname }) => pathname === "/app/payments" });
  return (
    <>
      <Place
        to="/app/creator-hub"
        search={{ tab: undefined }}
        activeOptions={{ explicitUndefined: true }}
        label={t`Discover`}
        icon="M3 3h8l10 10-8 8L3 11zM7.5 7.5h.01"
      />
      <Place
        to="/app/creator-hub"
        search={{ tab: "mine" }}
        label={t`Links`}
        icon="M10 14a4 4 0 0 0 6 .4l3-3a4.2 4.2 0 0 0-6-6L11.5 7M14 10a4 4 0 0 0-6-.4l-3 3a4.2 4.2 0 0 0 6 6l1.5-1.5"
      />
      <Place
        to="/app/earnings"
        isAround={isAtMoney}
        label={t`Earnings`}
        icon="M5 3h14v18l-2.3-2-2.4 2-2.3-2-2.3 2-2.4-2L5 21zM9 8h6M9 12h6"
      />
    </>
  );
}

function DeveloperPlaces() {
  return (
    <>
      <Place
        to="/app/developer-hub"
        label={t`Overview`}
        icon="M4 4h7v9H4zM15 4h5v5h-5zM15 13h5v7h-5zM4 17h7v3H4z"
      />
      <Place
        to="/app/campaigns"
        activeOptions={{ exact: true, includeSearch: false }}
        label={t`Campaigns`}
        icon="M5 21V4h14l-3.5 4.500L19 13H5"
      />
      <Place to="/app/payments" label={t`Payments`} icon="M3 8h17v12H3zM3 8l13-4v4M15 14h5" />
    </>
  );
}

type PlaceProps = Omit<LinkProps, "children"> & {
  label: string;
  icon: string;
  /** True on a page that is reached from this place. */
  isAround?: boolean;
  children?: ReactNode;
};

function Place({ label, icon, isAround = false, children, ...link }: PlaceProps) {
  return (
    <li className="contents">
      <Link {...link} {...(isAround && { "aria-current": "true" })} className={placeClass}>
        <Icon path={icon} />
        <Label>{label}</Label>
        {children}
      </Link>
    </li>
  );
}

const placeClass =
  "relative flex min-w-0 flex-col items-center justify-center gap-0.5 font-semibold text-[0.75rem] text-soft no-underline aria-[current]:text-ink";

function Label({ children }: { children: string }) {
  return (
    <span className="max-w-full truncate px-1 in-aria-[current]:marked in-aria-[current]:text-on-marker">
      {children}
    </span>
  );
}

/** Square ends and corners, like the stamps and the receipt. */
function Icon({ path }: { path: string }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="square"
      className="size-6"
    >
      <path d={path} />
    </svg>
  );
}
