import { formatTime } from "../format/day";

type Judged = { judgedUpTo: string | null };

/** Up to when all of them are judged, of figures that were asked for at different times. */
export function oldestMoment(figures: Judged[]): string | null {
  const [oldest] = figures.map(({ judgedUpTo }) => judgedUpTo ?? "").sort();
  return oldest || null;
}

/** Up to when the figures beside it are the whole truth: what was clicked later is not judged yet. */
export function JudgedUpTo({ at }: { at: string | null | undefined }) {
  if (at === undefined) return <p className="text-soft text-sm">&nbsp;</p>;
  if (at === null) return <p className="text-soft text-sm">Nothing has been judged yet</p>;
  return (
    <p className="text-soft text-sm">
      Judged up to{" "}
      <time dateTime={at} className="font-figures tabular-nums">
        {formatTime(at, new Date())}
      </time>
    </p>
  );
}
