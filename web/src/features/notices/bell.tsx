import { plural, t } from "@fairclick/core/language/t";
import { useQueryClient } from "@tanstack/react-query";
import { Bell as BellIcon } from "lucide-react";
import { useEffect, useState } from "react";
import { followQueries } from "../../queries/follow-queries";
import { NoticesPanel } from "./notices-panel";
import { useLiveNotices } from "./use-live-notices";

const PANEL = "notices";

/** A button with the number of unread notices; it opens the newest ones. */
export function Bell() {
  const unread = useLiveNotices();
  const queryClient = useQueryClient();
  useEffect(() => followQueries(queryClient), [queryClient]);
  const [open, setOpen] = useState(false);
  const count = unread > 99 ? "99+" : String(unread);
  const words =
    unread > 99 ? t`99+ unread notices` : plural(unread, "# unread notice", "# unread notices");
  return (
    <>
      <button
        type="button"
        popoverTarget={PANEL}
        aria-label={unread > 0 ? t`Notices, ${words}` : t`Notices`}
        className="relative inline-flex size-11 items-center justify-center rounded-md border-2 border-edge bg-paper hover:border-ink"
      >
        <BellIcon aria-hidden="true" className="size-5" />
        {unread > 0 ? (
          <span
            aria-hidden="true"
            className="absolute -top-2 -right-2 min-w-5 rounded-full border-2 border-on-marker bg-marker px-1 font-bold text-on-marker text-xs leading-4"
          >
            {count}
          </span>
        ) : null}
      </button>
      <span aria-live="polite" className="sr-only">
        {unread > 0 ? words : ""}
      </span>
      <section
        id={PANEL}
        popover="auto"
        aria-label={t`Notices`}
        onToggle={({ newState }) => setOpen(newState === "open")}
        className="menu-panel max-h-[calc(100dvh-var(--spacing-nav)-1rem)] w-104 overflow-y-auto overscroll-contain rounded-md border-2 border-edge bg-paper px-4 text-ink shadow-lifted max-sm:inset-x-0 max-sm:w-full max-sm:max-w-full max-sm:rounded-none"
      >
        {open ? <NoticesPanel /> : null}
      </section>
    </>
  );
}
