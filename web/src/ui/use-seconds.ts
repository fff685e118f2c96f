import { useSyncExternalStore } from "react";

function subscribe(onChange: () => void) {
  const timer = setInterval(onChange, 1_000);
  return () => clearInterval(timer);
}

/** The current time in whole seconds, updated every second. */
export function useSeconds(): number {
  return useSyncExternalStore(subscribe, () => Math.floor(Date.now() / 1_000));
}
