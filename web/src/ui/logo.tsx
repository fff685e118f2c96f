/** The logo: a torn receipt with one marked line. */
export function Logo() {
  return (
    <span className="inline-flex items-center gap-2.5 font-extrabold text-lg tracking-tight">
      <svg viewBox="0 0 20 24" aria-hidden="true" className="h-6 w-5">
        <path
          d="M1 1h18v21l-2.25-2-2.25 2-2.25-2L10 22l-2.25-2-2.25 2-2.25-2L1 22z"
          className="fill-paper stroke-ink"
          strokeWidth="1.6"
          strokeLinejoin="round"
        />
        <path d="M4.5 5.5h11v3.4h-11z" className="fill-marker" />
        <path d="M4.5 6.4h11M4.5 12h11M4.5 15.6h6.5" className="stroke-ink" strokeWidth="1.6" />
      </svg>
      Fairclick
    </span>
  );
}
