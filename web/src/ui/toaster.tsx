import { lazy, Suspense } from "react";
import "sonner/dist/styles.css";

const Sonner = lazy(async () => ({ default: (await import("sonner")).Toaster }));

export function Toaster() {
  return (
    <Suspense fallback={null}>
      <Sonner
        position="bottom-right"
        closeButton
        visibleToasts={4}
        toastOptions={{
          unstyled: true,
          closeButtonAriaLabel: "Dismiss notification",
          classNames: { toast: "toast", description: "toast-note", closeButton: "toast-close" },
        }}
      />
    </Suspense>
  );
}
