import { t } from "@fairclick/core/language/t";
import { Keyboard } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { LanguageSwitch } from "./language-switch";
import { ThemeSwitch } from "./theme-switch";
import { useShortcuts } from "./use-shortcuts";

const ShortcutsDialog = lazy(async () => ({
  default: (await import("./shortcuts-dialog")).ShortcutsDialog,
}));

/** The language, the theme, and the keyboard shortcuts with their list. */
export function PageTools() {
  const [listed, setListed] = useState(false);
  const [list] = useState(() => () => setListed(true));
  useShortcuts(list);
  return (
    <>
      <LanguageSwitch />
      <ThemeSwitch />
      <button
        type="button"
        aria-keyshortcuts="?"
        onClick={list}
        className="inline-flex min-h-11 items-center gap-2 underline underline-offset-[0.2em]"
      >
        <Keyboard aria-hidden="true" className="size-4" />
        {t`Keyboard shortcuts`}
      </button>
      {listed ? (
        <Suspense fallback={null}>
          <ShortcutsDialog onClose={() => setListed(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
