import { t } from "@fairclick/core/language/t";
import { Link } from "@tanstack/react-router";
import type { MouseEvent } from "react";
import { Failure } from "../../ui/notices";
import { Spinner } from "../../ui/spinner";
import { NoticeList } from "./notice-list";
import { useNotices } from "./use-notices";

const SHOWN = 10;

/** The newest notices, below the bell. Following a link closes it. */
export function NoticesPanel() {
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
