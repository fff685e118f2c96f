import { t } from "@fairclick/core/language/t";
import type { UseInfiniteQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Button } from "../ui/button";
import { Failure, Spinner } from "../ui/layout";

type PagedClicksProps = {
  label: string;
  list: UseInfiniteQueryResult;
  /** False hides the button for the next page. */
  hasMore?: boolean;
  isEmpty: boolean;
  /** Shown if the list is loaded and empty. */
  empty: string;
  children: ReactNode;
};

/** A list of clicks that loads page after page. Its items are shown even if the list cannot be loaded. */
export function PagedClicks(props: PagedClicksProps) {
  const { label, list, hasMore = true, isEmpty, empty, children } = props;
  return (
    <>
      {list.isPending ? <Spinner label={t`Loading clicks`} /> : null}
      {list.isError && !list.data ? (
        <Failure message={t`The clicks could not be loaded.`} onRetry={() => void list.refetch()} />
      ) : null}
      {list.data && isEmpty ? (
        <p className="border-2 border-rule border-dashed px-6 py-12 text-center text-soft">
          {empty}
        </p>
      ) : null}
      <ol aria-label={label} className="divide-y-2 divide-rule divide-dashed">
        {children}
      </ol>
      {hasMore && list.hasNextPage ? (
        <div className="mt-4 text-center">
          <Button disabled={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {list.isFetchingNextPage ? t`Loading...` : t`Show earlier clicks`}
          </Button>
        </div>
      ) : null}
    </>
  );
}
