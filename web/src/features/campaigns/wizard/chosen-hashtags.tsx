import { X } from "lucide-react";

type ChosenHashtagsProps = { tags: string[]; onRemove: (tag: string) => void };

export function ChosenHashtags({ tags, onRemove }: ChosenHashtagsProps) {
  if (tags.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-2">
      {tags.map((tag) => (
        <li key={tag} className="chip" data-chosen="true">
          {tag}
          <button
            type="button"
            aria-label={`Remove ${tag}`}
            onClick={() => onRemove(tag)}
            className="-my-2 -mr-2 p-2"
          >
            <X aria-hidden="true" className="size-3.5" />
          </button>
        </li>
      ))}
    </ul>
  );
}
