import { t } from "@fairclick/core/language/t";
import type { ReactNode } from "react";
import { Empty } from "../../ui/notices";

const NONE = t`No campaigns available at the moment. Check back later!`;

type CampaignGridProps<Item> = {
  items: Item[];
  /** Explains an empty grid. */
  emptyNote: ReactNode;
  emptyAction?: ReactNode;
  render: (item: Item, index: number) => ReactNode;
};

export function CampaignGrid<Item>(props: CampaignGridProps<Item>) {
  const { items, emptyNote, render } = props;
  if (items.length === 0) {
    return (
      <Empty title={NONE} action={props.emptyAction}>
        {emptyNote}
      </Empty>
    );
  }
  return (
    <>
      <h2 className="sr-only">{t`Campaigns`}</h2>
      <ul className="grid gap-6 sm:grid-cols-2 lg:grid-cols-3">
        {items.map((item, index) => render(item, index))}
      </ul>
    </>
  );
}
