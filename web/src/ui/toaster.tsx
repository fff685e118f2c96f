import { lazy, Suspense } from "react";

const Toasts = lazy(async () => ({ default: (await import("./toasts")).Toasts }));

/** Container of toasts. Its code loads after the page. */
export function Toaster() {
  return (
    <Suspense fallback={null}>
      <Toasts />
    </Suspense>
  );
}
