import type { ReactNode } from "react";

export const itemClass =
  "block w-full rounded-md px-3 py-3 text-left font-semibold text-ink no-underline hover:bg-bar focus-visible:bg-bar";

/** A menu below the bar. A button with this id as `popoverTarget` opens it; a choice closes it. */
export function MenuPanel({ id, children }: { id: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the links and buttons inside are what is clicked, by keyboard too
    // biome-ignore lint/a11y/noStaticElementInteractions: it only hears what bubbles up from them
    <div
      id={id}
      popover="auto"
      onClick={(event) => event.currentTarget.hidePopover()}
      className="menu-panel w-64 rounded-md border-2 border-edge bg-paper p-2 text-ink shadow-lifted"
    >
      {children}
    </div>
  );
}
