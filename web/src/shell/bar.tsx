import type { ReactNode } from "react";
import { useScrolled } from "../ui/use-view-change";

const SCROLL_THRESHOLD_PX = 10;

/** The bar at the top of every page. Becomes more opaque after scrolling. */
export function Bar({ children }: { children: ReactNode }) {
  const scrolled = useScrolled(SCROLL_THRESHOLD_PX);
  return (
    <header
      data-scrolled={scrolled}
      className="fixed inset-x-0 top-0 z-30 h-nav border-transparent border-b-2 bg-ground/70 motion-safe:transition-colors data-[scrolled=true]:border-rule data-[scrolled=true]:bg-ground/97"
    >
      <div className="mx-auto flex h-full max-w-page items-center gap-2 px-4 sm:px-6">
        {children}
      </div>
    </header>
  );
}
