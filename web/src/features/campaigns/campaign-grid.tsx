import type { ReactNode } from "react";
import { JudgedUpTo, oldestMoment } from "../../ui/clicks/judged-up-to";
import { Empty, Failure } from "../../ui/notices";
import { Spinner } from "../../ui/spinner";

const NONE = "No campaigns available at the moment. Check back later!";

type CampaignGridProps<Item> = {
  items: Item[] | undefined;
  failed: boolean;
  onRetry: () => void;
  /** Why nothing is shown, when nothing is. */
  emptyNote: ReactNode;
  emptyAction?: ReactNode;
  render: (item: Item) => ReactNode;
  failure?: string;
};

/** Cards with figures that move, and above them up to when they are the whole truth. */
export function CampaignGrid<Item extends { judgedUpTo: string | null }>(
  props: CampaignGridProps<Item>,
) {
  const { items, failed, onRetry, emptyNote, render } = props;
  if (items === undefined) {
    return failed ? (
      <Failure message={props.failure ?? "Failed to load Creator Hub data."} onRetry={onRetry} />
    ) : (
      <Spinner label="Loading campaigns" />
    );
  }
  if (items.length === 0) {
    return (
      <Empty title={NONE} action={props.emptyAction}>
        {emptyNote}
      </Empty>
    );
  }
  return (
    <>
      <h2 className="sr-only">Campaigns</h2>
      <div className="mb-3 sm:text-right">
        <JudgedUpTo at={oldestMoment(items)} />
      </div>
      <ul className="grid gap-6 sm:grid-cols-2 lg:grid-cols-3">{items.map(render)}</ul>
    </>
  );
}
