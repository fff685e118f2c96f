import { t } from "@fairclick/core/language/t";
import { useInfiniteQuery } from "@tanstack/react-query";
import { ownClicksQuery } from "../../../queries/clicks";
import { Button } from "../../../ui/button";
import { Card } from "../../../ui/card";
import { Failure } from "../../../ui/notices";
import { Spinner } from "../../../ui/spinner";
import { ClickRow } from "./click-row";
import { LiveMark } from "./live-mark";
import { mergeClicks, toShownClick } from "./shown-clicks";
import { useLiveClicks } from "./use-live-clicks";

/** Clicks of a link, newest first. Clicks that arrive live are shown even if the list cannot be loaded. */
export function LinkClicks({ campaignId }: { campaignId: string }) {
  const live = useLiveClicks(campaignId);
  const list = useInfiniteQuery(ownClicksQuery(campaignId));
  const listed = list.data?.pages.flatMap((page) => page.data) ?? [];
  const clicks = mergeClicks(
    listed.map((click) => toShownClick(click, list.dataUpdatedAt)),
    live.clicks,
    !list.hasNextPage,
  );

  return (
    <Card title={t`Clicks`}>
      <LiveMark connected={live.connected} />
      {list.isPending ? <Spinner label={t`Loading clicks`} /> : null}
      {list.isError && !list.data ? (
        <Failure message={t`The clicks could not be loaded.`} onRetry={() => void list.refetch()} />
      ) : null}
      {list.data && clicks.length === 0 ? (
        <p className="border-2 border-rule border-dashed px-6 py-12 text-center text-soft">
          {t`No clicks yet. A click appears here within a second.`}
        </p>
      ) : null}
      <ol aria-label={t`Clicks of this link`} className="divide-y-2 divide-rule divide-dashed">
        {clicks.map((click) => (
          <ClickRow key={click.id} campaignId={campaignId} click={click} />
        ))}
      </ol>
      {list.hasNextPage ? (
        <Button
          className="mt-4 self-center"
          disabled={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          {list.isFetchingNextPage ? t`Loading...` : t`Show earlier clicks`}
        </Button>
      ) : null}
    </Card>
  );
}
