import { t } from "@fairclick/core/language/t";
import { X } from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import { type ReactNode, useEffect, useState } from "react";
import { clearToasts } from "./notify";

type DialogProps = {
  open: boolean;
  onClose: () => void;
  title: string;
  description?: ReactNode;
  children: ReactNode;
  footer?: ReactNode;
};

/**
 * A modal dialog: at the bottom on phones, centered elsewhere. It has its own backdrop because
 * Radix's overlay locks scrolling with an injected `<style>`, which the content security policy blocks.
 */
export function Dialog({ open, onClose, title, description, children, footer }: DialogProps) {
  // Radix returns the focus to a trigger only, and these dialogs are opened by their address.
  const [opener] = useState(() => document.activeElement);
  useEffect(() => {
    if (open) clearToasts();
  }, [open]);
  return (
    <Radix.Root open={open} onOpenChange={(next) => next || onClose()}>
      <Radix.Portal>
        <div
          aria-hidden="true"
          className="fixed inset-0 z-40 bg-shade motion-safe:animate-appear"
        />
        <Radix.Content
          {...(description ? {} : { "aria-describedby": undefined })}
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            focusFirstField(event.currentTarget);
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            focusOrMain(opener);
          }}
          className="fixed inset-x-0 bottom-0 z-50 mx-auto flex max-h-[92dvh] max-w-2xl flex-col rounded-t-md bg-paper shadow-lifted outline-none motion-safe:animate-rise sm:inset-y-0 sm:my-auto sm:h-fit sm:rounded-md"
        >
          <div className="flex items-start gap-4 p-5 pb-3 sm:p-7 sm:pb-3">
            <div className="min-w-0 flex-1">
              <Radix.Title tabIndex={-1} className="break-words text-xl outline-none">
                {title}
              </Radix.Title>
              {description ? (
                <Radix.Description className="text-soft">{description}</Radix.Description>
              ) : null}
            </div>
            <Radix.Close
              aria-label={t`Dismiss`}
              className="-m-2 rounded-md p-2.5 text-soft hover:text-ink"
            >
              <X aria-hidden="true" className="size-5" />
            </Radix.Close>
          </div>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard could not scroll it otherwise */}
          <div tabIndex={0} className="overflow-y-auto overscroll-contain p-5 pt-2 sm:p-7 sm:pt-2">
            {children}
          </div>
          {footer ? (
            <div className="flex flex-wrap justify-end gap-3 border-rule border-t-2 border-dashed p-4 sm:px-7">
              {footer}
            </div>
          ) : null}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** Focuses an element; if it is gone or cannot have the focus, the page's main part. */
export function focusOrMain(element: Element | null): void {
  if (element instanceof HTMLElement && element !== document.body) element.focus();
  if (document.activeElement !== element || element === document.body) {
    document.getElementById("main")?.focus({ preventScroll: true });
  }
}

const CONTROLS = "button, input:not([type=hidden]), select, textarea";
const UNTYPED = ["radio", "checkbox", "file"];

/**
 * Focuses the first control of a dialog's body if it is a field for text, otherwise the heading. On a touch
 * screen the keyboard would cover the dialog: there, only a field with `autoFocus` gets it.
 */
export function focusFirstField(dialog: EventTarget | null): void {
  if (!(dialog instanceof HTMLElement)) return;
  // The first control of all is the button that closes the dialog.
  const [, first] = dialog.querySelectorAll<HTMLElement>(CONTROLS);
  const opensKeyboard = matchMedia("(pointer: coarse)").matches && !first?.autofocus;
  const target =
    first && isTyped(first) && !opensKeyboard ? first : dialog.querySelector<HTMLElement>("h2");
  target?.focus({ preventScroll: true });
}

function isTyped(control: HTMLElement): boolean {
  if (control instanceof HTMLInputElement) return !UNTYPED.includes(control.type);
  return !(control instanceof HTMLButtonElement);
}
