import { t } from "@fairclick/core/language/t";
import { type FocusEvent, useEffect } from "react";
import { Toaster } from "sonner";
import { toastList } from "./notify";
import "sonner/dist/styles.css";

export function Toasts() {
  // Runs after the effects of the list, which loses toasts that are shown before them.
  useEffect(() => toastList.open(), []);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only hears where the focus goes
    <div onFocus={enter} onBlur={leave}>
      <Toaster
        // On a phone what one presses next is at the bottom.
        position={matchMedia("(max-width: 600px)").matches ? "top-center" : "bottom-right"}
        closeButton
        containerAriaLabel={t`Notifications`}
        offset={{ bottom: "calc(var(--spacing-phone-bar) + 1.5rem)" }}
        mobileOffset={{ top: "calc(var(--spacing-nav) + 0.5rem)" }}
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
    </div>
  );
}

/** Whether a person called the list by its keys: Tab does not lead to the list itself. */
let isCalled = false;

function enter({ currentTarget, target, relatedTarget }: FocusEvent): void {
  if (!currentTarget.contains(relatedTarget)) isCalled = target.matches("ol");
}

/** Lets Tab go on where it led to a toast. The library leads back to where the focus was, a trap then. */
function leave({ currentTarget, relatedTarget }: FocusEvent): void {
  if (isCalled || currentTarget.contains(relatedTarget)) return;
  if (relatedTarget instanceof HTMLElement) relatedTarget.focus();
  else if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
}
