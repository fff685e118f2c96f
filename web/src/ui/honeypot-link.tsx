/** A link that people neither see, hear nor reach: whoever follows it is a program. */
export function HoneypotLink() {
  return (
    <div className="absolute -left-[9999px]" aria-hidden="true">
      <a href="/api/clicks/trap/archive" rel="nofollow" tabIndex={-1}>
        Archive
      </a>
    </div>
  );
}
