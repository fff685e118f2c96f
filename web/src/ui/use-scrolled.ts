import { useSyncExternalStore } from "react";

/** As the last scroll told it: to read it while a page is being built would lay that page out at once. */
let scrollY = 0;

function subscribe(onChange: () => void) {
  const note = () => {
    scrollY = window.scrollY;
    onChange();
  };
  window.addEventListener("scroll", note, { passive: true });
  return () => window.removeEventListener("scroll", note);
}

/** Whether the page has been scrolled further than so many pixels. */
export function useScrolled(pixels: number): boolean {
  return useSyncExternalStore(subscribe, () => scrollY > pixels);
}
