import { t } from "@fairclick/core/language/t";
import { rich } from "../language/rich";
import { formatTime } from "./format";

type Judged = { judgedUpTo: string | null };

/** The oldest `judgedUpTo` of several figures, or null if one has none. */
export function oldestMoment(figures: Judged[]): string | null {
  const [oldest] = figures.map(({ judgedUpTo }) => judgedUpTo ?? "").sort();
  return oldest || null;
}

/** The moment up to which the figures beside it are complete: later clicks are still pending. */
export function JudgedUpTo({ at }: { at: string | null | undefined }) {
  if (at === undefined) return <p className="text-soft text-sm">{"\u00a0"}</p>;
  if (at === null) return <p className="text-soft text-sm">{t`Nothing has been judged yet`}</p>;
  return (
    <p className="text-soft text-sm">
      {rich`Judged up to ${(
        <time dateTime={at} className="font-figures tabular-nums">
          {formatTime(at, new Date())}
        </time>
      )}`}
    </p>
  );
}
