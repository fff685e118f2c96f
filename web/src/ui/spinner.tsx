import { t } from "@fairclick/core/language/t";
/** A spinner with a label. */
export function Spinner({ label = t`Loading` }: { label?: string }) {
  return (
    <div role="status" className="flex items-center justify-center gap-3 p-8 text-soft">
      <span
        aria-hidden="true"
        className="size-5 motion-safe:animate-spin rounded-full border-3 border-rule border-t-ink"
      />
      <span>{label}</span>
    </div>
  );
}

export function PageSpinner() {
  return (
    <div className="grid min-h-dvh place-items-center">
      <Spinner />
    </div>
  );
}
