import { Toaster } from "sonner";
import "sonner/dist/styles.css";

export function Toasts() {
  return (
    <Toaster
      position="bottom-right"
      closeButton
      visibleToasts={4}
      toastOptions={{
        unstyled: true,
        closeButtonAriaLabel: "Dismiss notification",
        classNames: { toast: "toast", description: "toast-note", closeButton: "toast-close" },
      }}
    />
  );
}
