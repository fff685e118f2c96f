import { t } from "@fairclick/core/language/t";
import { rich } from "../../../language/rich";
import { useSeconds } from "../../../ui/use-seconds";

/** Seconds until a click is judged. */
export function Countdown({ until }: { until: number }) {
  const left = Math.floor(until / 1_000) - useSeconds();
  return (
    <span className="text-sm text-soft">
      {left > 0
        ? rich`judged in ${<span className="font-figures tabular-nums">{left}</span>} s`
        : t`being judged`}
    </span>
  );
}
