import { t } from "@fairclick/core/language/t";
/** A link that people cannot see, hear or focus: only bots follow it. */
export function HoneypotLink() {
  return (
    <div className="absolute -left-[9999px]" aria-hidden="true">
      <a href="/api/clicks/trap/archive" rel="nofollow" tabIndex={-1}>
        {t`Archive`}
      </a>
    </div>
  );
}
