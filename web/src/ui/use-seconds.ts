import { useSyncExternalStore } from "react";

function subscribe(onChange: () => void) {
  const timer = setInterval(onChange, 1_000);
  return () => clearInterval(timer);
}

/** The whole seconds of this device's clock, as they pass. */
export function useSeconds(): number {
  return useSyncExternalStore(subscribe, () => Math.floor(Date.now() / 1_000));
}
