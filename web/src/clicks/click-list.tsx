import { t } from "@fairclick/core/language/t";
import type { UseInfiniteQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { MoreButton } from "../ui/button";
import { formatDay, formatTime } from "../ui/format";
import { Failure, Spinner } from "../ui/layout";

type PagedListProps = {
  label: string;
  list: UseInfiniteQueryResult;
  /** False hides the button for the next page. */
  hasMore?: boolean;
  isEmpty: boolean;
  /** Shown if the list is loaded and empty. */
  empty: ReactNode;
  /** Earlier items cannot be read now. */
  since?: string | undefined;
  /** What it says of clicks, unless it lists something else. */
  words?: typeof ofClicks;
  children: ReactNode;
};

const ofClicks = {
  loading: t`Loading clicks`,
  failure: t`The clicks could not be loaded.`,
  more: t`Show earlier clicks`,
};

/** A list that loads page after page. Its items are shown even if the list cannot be loaded. */
export function PagedList(props: PagedListProps) {
  const { label, list, hasMore = true, isEmpty, empty, since, words = ofClicks, children } = props;
  return (
    <>
      {list.isPending ? <Spinner label={words.loading} /> : null}
      {list.isError && !list.data ? (
        <Failure message={words.failure} onRetry={() => void list.refetch()} />
      ) : null}
      {list.data && isEmpty ? <p className="px-6 py-8 text-center text-soft">{empty}</p> : null}
      <ol aria-label={label} className="divide-y-2 divide-rule divide-dashed">
        {children}
      </ol>
      {since ? (
        <p className="py-4 text-soft">
          {t`Clicks before ${formatDay(since)} cannot be read at the moment. Please try again later.`}
        </p>
      ) : null}
      {hasMore ? <MoreButton list={list} label={words.more} /> : null}
    </>
  );
}

type ClickItemProps = {
  /** At the left: the time, the number of clicks, the creator. */
  head: ReactNode;
  /** At the right: the payment and the stamp. */
  end: ReactNode;
  className?: string;
  /** What the line unfolds; null if there is nothing more to say. */
  children: ReactNode;
};

/** A click, or clicks that have a verdict and a reason in common. */
export function ClickItem({ head, end, className = "", children }: ClickItemProps) {
  const line = (
    <span className="flex flex-wrap items-start gap-x-4 gap-y-1">
      {head}
      <span className="ml-auto flex min-w-0 items-center justify-end gap-x-3">
        {end}
        {children ? (
          <span aria-hidden="true" className="inline-block group-open:rotate-90">
            ›
          </span>
        ) : null}
      </span>
    </span>
  );
  return (
    <li className={`py-2.5 ${className}`}>
      {children ? (
        <details className="group">
          <summary className="list-none rounded-md [&::-webkit-details-marker]:hidden">
            {line}
          </summary>
          <div className="mt-2 space-y-3 border-rule border-l-2 pl-4">{children}</div>
        </details>
      ) : (
        line
      )}
    </li>
  );
}

export function ClickTime({ at }: { at: string }) {
  return (
    <time dateTime={at} className="py-0.5 font-figures text-sm tabular-nums">
      {formatTime(at, new Date())}
    </time>
  );
}
