import { useRouter } from "@tanstack/react-router";
import { useRef, useSyncExternalStore } from "react";

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

export function useScrolled(pixels: number): boolean {
  return useSyncExternalStore(subscribe, () => scrollY > pixels);
}

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** The page opened a dialog by this entry of the history. */
    opensDialog?: true;
  }
}

type Navigate<View> = (options: {
  search: View;
  replace: boolean;
  resetScroll: false;
  state: { opensDialog?: true };
}) => unknown;

type ViewChange<View> = {
  view: View;
  /** The field of the view that names the open dialog, if the page has dialogs. */
  dialog?: keyof View;
  navigate: Navigate<View>;
};

/**
 * Returns a function that changes what a page shows, in its address. A dialog opens with an entry of
 * its own in the history, so that Back closes it; closing it returns to the entry before. Any other
 * change replaces the entry.
 */
export function useViewChange<View extends object>({ view, dialog, navigate }: ViewChange<View>) {
  const { history } = useRouter();
  const left = useRef<string>(undefined);
  return (next: View) => {
    const { opensDialog, __TSR_key: key } = history.location.state;
    const [wasOpen, isOpen] = [view, next].map((each) => dialog !== undefined && each[dialog]);
    if (dialog && wasOpen && opensDialog && isSame(next, { ...view, [dialog]: undefined })) {
      // A second call before the browser has gone back would leave the page.
      if (left.current !== key) history.back();
      left.current = key;
      return;
    }
    const opens = !wasOpen && Boolean(isOpen);
    const state = opens || (isOpen && opensDialog) ? { opensDialog: true as const } : {};
    void navigate({ search: next, replace: !opens, resetScroll: false, state });
  };
}

function isSame(a: object, b: object): boolean {
  const sorted = (view: object) =>
    JSON.stringify(
      Object.entries(view)
        .filter(([, value]) => value !== undefined)
        .sort(([one], [other]) => one.localeCompare(other)),
    );
  return sorted(a) === sorted(b);
}
