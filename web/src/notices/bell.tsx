import { plural, t } from "@fairclick/core/language/t";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Bell as BellIcon } from "lucide-react";
import { type MouseEvent, useEffect, useState } from "react";
import { followEvents, followQueries } from "../api/live-events";
import { noticesQuery, unreadQuery } from "../queries/accounts";
import { Failure, Spinner } from "../ui/layout";
import { NoticeList, useNotices } from "./notices-page";

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
        className="relative inline-flex size-11 max-md:hidden items-center justify-center rounded-md border-2 border-edge bg-paper hover:border-ink"
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

const SHOWN = 10;

/** The newest notices, below the bell. Following a link closes it. */
function NoticesPanel() {
  const { notices, isPending, isError, data, refetch } = useNotices();
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the links inside are what is clicked, by keyboard too
    // biome-ignore lint/a11y/noStaticElementInteractions: it only hears what bubbles up from them
    <div onClick={closeAfterLink}>
      {isPending ? <Spinner label={t`Loading notices`} /> : null}
      {isError && !data ? (
        <div className="py-4">
          <Failure message={t`Your notices could not be loaded.`} onRetry={() => void refetch()} />
        </div>
      ) : null}
      {data && notices.length === 0 ? (
        <p className="py-8 text-center text-soft">
          {t`No notices yet. You read here what happens to your money, campaigns and clicks.`}
        </p>
      ) : null}
      {notices.length > 0 ? <NoticeList notices={notices.slice(0, SHOWN)} /> : null}
      <p className="border-rule border-t-2 border-dashed py-1 text-center">
        <Link to="/app/notices" className="inline-flex min-h-11 items-center font-semibold">
          {t`Show all`}
        </Link>
      </p>
    </div>
  );
}

function closeAfterLink({ target, currentTarget }: MouseEvent<HTMLElement>): void {
  if (target instanceof Element && target.closest("a")) {
    currentTarget.closest<HTMLElement>("[popover]")?.hidePopover();
  }
}

const POLL_MS = 60_000;

/** Returns the number of unread notices, 0 until known. Follows the stream of events; polls without one. */
function useLiveNotices(): number {
  const queryClient = useQueryClient();
  const [polling, setPolling] = useState(false);

  useEffect(() => {
    const { stop } = followEvents({
      onConnected: (connected) => setPolling(!connected),
      on: {
        notices: ({ unread }) => {
          queryClient.setQueryData(unreadQuery.queryKey, unread);
          // At 0, notices were only marked as read, and an open list keeps its marks.
          if (unread > 0) void queryClient.invalidateQueries(noticesQuery);
        },
      },
    });
    return stop;
  }, [queryClient]);

  const { data = 0 } = useQuery({ ...unreadQuery, enabled: polling, refetchInterval: POLL_MS });
  return data;
}
