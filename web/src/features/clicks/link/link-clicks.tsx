import { t } from "@fairclick/core/language/t";
import { useInfiniteQuery } from "@tanstack/react-query";
import { ownClicksQuery } from "../../../queries/clicks";
import { Card } from "../../../ui/card";
import { PagedClicks } from "../paged-clicks";
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
      <PagedClicks
        label={t`Clicks of this link`}
        list={list}
        isEmpty={clicks.length === 0}
        empty={t`No clicks yet. A click appears here within a second.`}
      >
        {clicks.map((click) => (
          <ClickRow key={click.id} campaignId={campaignId} click={click} />
        ))}
      </PagedClicks>
    </Card>
  );
}
