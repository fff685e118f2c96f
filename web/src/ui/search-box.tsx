import { Search } from "lucide-react";
import { useRef } from "react";

const PAUSE_MS = 200;

type SearchBoxProps = { label: string; initial: string; onSearch: (text: string) => void };

/** Calls `onSearch` once typing pauses, or before what is pressed next. */
export function SearchBox({ label, initial, onSearch }: SearchBoxProps) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const search = (text: string) => {
    timer.current = undefined;
    onSearch(text.trim());
  };
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
          clearTimeout(timer.current);
          timer.current = setTimeout(search, PAUSE_MS, event.currentTarget.value);
        }}
        onBlur={(event) => {
          if (timer.current === undefined) return;
          clearTimeout(timer.current);
          search(event.currentTarget.value);
        }}
        className="min-h-11 w-full rounded-md border-2 border-edge bg-paper pr-3 pl-9 placeholder:text-soft"
      />
    </div>
  );
}
