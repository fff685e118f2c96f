import { useSyncExternalStore } from "react";

/** Stored at each scroll event: reading it while rendering would force a layout. */
let scrollY = 0;

function subscribe(onChange: () => void) {
  const note = () => {
    scrollY = window.scrollY;
    onChange();
  };
  window.addEventListener("scroll", note, { passive: true });
  return () => window.removeEventListener("scroll", note);
}

/** True if the page is scrolled further than `pixels`. */
export function useScrolled(pixels: number): boolean {
  return useSyncExternalStore(subscribe, () => scrollY > pixels);
}
