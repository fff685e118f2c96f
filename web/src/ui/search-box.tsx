import { Search } from "lucide-react";
import { useRef } from "react";

const PAUSE_MS = 200;

type SearchBoxProps = { label: string; initial: string; onSearch: (text: string) => void };

/** Calls `onSearch` once typing pauses: the one of that moment, which knows what was pressed meanwhile. */
export function SearchBox({ label, initial, onSearch }: SearchBoxProps) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef(onSearch);
  latest.current = onSearch;
  return (
    <div className="relative w-full sm:w-80">
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-soft"
      />
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        defaultValue={initial}
        onChange={(event) => {
          const text = event.currentTarget.value.trim();
          clearTimeout(timer.current);
          timer.current = setTimeout(() => latest.current(text), PAUSE_MS);
        }}
        className="min-h-11 w-full rounded-md border-2 border-edge bg-paper pr-3 pl-9 placeholder:text-soft"
      />
    </div>
  );
}
