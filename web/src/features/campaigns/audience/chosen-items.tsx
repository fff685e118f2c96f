import { t } from "@fairclick/core/language/t";
import { X } from "lucide-react";

type ChosenItemsProps = {
  items: string[];
  /** The text of an item; the item itself if it is left out. */
  nameOf?: (item: string) => string;
  /** Items without a button that removes them. */
  kept?: readonly string[];
  onRemove: (item: string) => void;
};

/** What was chosen, each with a button that removes it. */
export function ChosenItems({
  items,
  nameOf = (item) => item,
  kept = [],
  onRemove,
}: ChosenItemsProps) {
  if (items.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-2">
      {items.map((item) => (
        <li key={item} className="chip" data-chosen="true">
          {nameOf(item)}
          {kept.includes(item) ? null : (
            <button
              type="button"
              aria-label={t`Remove ${nameOf(item)}`}
              onClick={() => onRemove(item)}
              className="-my-2 -mr-2 p-2"
            >
              <X aria-hidden="true" className="size-3.5" />
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}
