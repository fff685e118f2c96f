import { t } from "@fairclick/core/language/t";
import { Toaster } from "sonner";
import "sonner/dist/styles.css";

export function Toasts() {
  return (
    <Toaster
      position="bottom-right"
      closeButton
      containerAriaLabel={t`Notifications`}
      offset={{ bottom: "calc(var(--spacing-phone-bar) + 1.5rem)" }}
      mobileOffset={{ bottom: "calc(var(--spacing-phone-bar) + 1rem)" }}
      visibleToasts={4}
      toastOptions={{
        unstyled: true,
        closeButtonAriaLabel: t`Dismiss notification`,
        classNames: { toast: "toast", description: "toast-note", closeButton: "toast-close" },
      }}
    />
  );
}
