import { lazy, Suspense } from "react";

const Toasts = lazy(async () => ({ default: (await import("./toasts")).Toasts }));

/** Where toasts appear. What draws them comes after the page itself. */
export function Toaster() {
  return (
    <Suspense fallback={null}>
      <Toasts />
    </Suspense>
  );
}
