import { t } from "@fairclick/core/language/t";
import { useEffect } from "react";
import { Toaster } from "sonner";
import { toastList } from "./notify";
import "sonner/dist/styles.css";

export function Toasts() {
  // Runs after the effects of the list, which loses toasts that are shown before them.
  useEffect(() => toastList.open(), []);
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
        classNames: {
          toast: "toast",
          description: "toast-note",
          closeButton: "toast-close",
        },
      }}
    />
  );
}
