import { type KeyboardEvent, type ReactNode, useId } from "react";

type Tab<Name extends string> = { name: Name; label: string; content: () => ReactNode };

type TabsProps<Name extends string> = {
  label: string;
  tabs: Tab<Name>[];
  current: Name;
  onChange: (name: Name) => void;
  aside?: ReactNode;
};

const steps: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 };

/**
 * Scrolls the row of tabs to the chosen one, which a narrow screen would hide. This lays out the page, so a
 * page that opens on its first tab, which is in view, does without.
 */
function reveal(tab: HTMLElement | null): void {
  const row = tab?.closest<HTMLElement>("[data-row]");
  if (!tab || !row) return;
  const [shown, visible] = [tab.getBoundingClientRect(), row.getBoundingClientRect()];
  if (shown.right > visible.right) row.scrollLeft += shown.right - visible.right;
  if (shown.left < visible.left) row.scrollLeft -= visible.left - shown.left;
}

/** Controlled tabs. The arrow keys move between them. */
export function Tabs<Name extends string>(props: TabsProps<Name>) {
  const { label, tabs, current, onChange, aside } = props;
  const id = useId();

  function move(event: KeyboardEvent<HTMLElement>) {
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const index = tabs.findIndex((tab) => tab.name === current);
    const next = tabs.at((index + step) % tabs.length);
    if (!next) return;
    onChange(next.name);
    document.getElementById(`${id}-${next.name}`)?.focus();
  }

  return (
    <div>
      <div className="mb-6 flex flex-wrap items-end justify-between gap-4">
        <div data-row className="max-w-full overflow-x-auto">
          <div role="tablist" aria-label={label} className="flex min-w-max border-edge border-b-2">
            {tabs.map((tab, index) => (
              <button
                key={tab.name}
                ref={tab.name === current && index > 0 ? reveal : null}
                id={`${id}-${tab.name}`}
                type="button"
                role="tab"
                aria-selected={tab.name === current}
                aria-controls={`${id}-panel`}
                tabIndex={tab.name === current ? 0 : -1}
                onClick={({ currentTarget }) => {
                  onChange(tab.name);
                  reveal(currentTarget);
                }}
                onKeyDown={move}
                className="-mb-0.5 min-h-11 rounded-t-md border-2 border-transparent px-1.5 font-semibold text-[0.9375rem] text-soft hover:text-ink aria-selected:border-edge aria-selected:border-b-ground aria-selected:bg-ground aria-selected:text-ink sm:px-4 sm:text-base"
              >
                {tab.label}
              </button>
            ))}
          </div>
        </div>
        {aside}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${current}`}>
        {tabs.find((tab) => tab.name === current)?.content()}
      </div>
    </div>
  );
}
