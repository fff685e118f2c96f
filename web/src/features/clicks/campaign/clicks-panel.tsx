import { t } from "@fairclick/core/language/t";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { campaignClicksQuery } from "../../../queries/campaign-clicks";
import { Button } from "../../../ui/button";
import { PagedClicks } from "../paged-clicks";
import { readFilter, toConditions, writeFilter } from "./click-filter";
import { ClickFilters } from "./click-filters";
import { ClickLine } from "./click-line";
import { useDownloadClicks } from "./download-clicks";
import { ObjectForm } from "./object-form";
import { Objections } from "./objections";

type ClicksPanelProps = {
  campaignId: string;
  filter: string;
  onFilter: (filter: string) => void;
};

export function ClicksPanel({ campaignId, filter: text, onFilter }: ClicksPanelProps) {
  const filter = readFilter(text);
  const conditions = toConditions(filter);
  const list = useInfiniteQuery(campaignClicksQuery(campaignId, conditions));
  const download = useDownloadClicks(campaignId, conditions);
  const [isObjecting, setObjecting] = useState(false);
  const clicks = list.data?.pages.flatMap((page) => page.data) ?? [];
  const { verdict, ...objected } = conditions;
  return (
    <div className="grid grid-cols-1 gap-6">
      <ClickFilters
        campaignId={campaignId}
        filter={filter}
        onFilter={(next) => onFilter(writeFilter(next))}
      />
      <div className="flex flex-wrap gap-3">
        {(["csv", "json"] as const).map((format) => (
          <Button
            key={format}
            disabled={download.isPending}
            onClick={() => download.mutate(format)}
          >
            {t`Export ${format.toUpperCase()}`}
          </Button>
        ))}
        {verdict === undefined || verdict === "valid" ? (
          <Button aria-expanded={isObjecting} onClick={() => setObjecting(!isObjecting)}>
            {t`Object to these paid clicks`}
          </Button>
        ) : null}
      </div>
      {isObjecting ? (
        <ObjectForm
          campaignId={campaignId}
          selection={{ filter: objected }}
          hint={t`Concerns all paid clicks of the last 30 days that match the filter, at most 1,000. An operator decides.`}
          onSent={() => setObjecting(false)}
        />
      ) : null}
      <Objections campaignId={campaignId} />
      <PagedClicks
        label={t`Clicks of this campaign`}
        list={list}
        isEmpty={clicks.length === 0}
        empty={list.hasNextPage ? t`None of the newest clicks match.` : t`No clicks match.`}
      >
        {clicks.map((click) => (
          <ClickLine key={click.id} campaignId={campaignId} click={click} />
        ))}
      </PagedClicks>
    </div>
  );
}
