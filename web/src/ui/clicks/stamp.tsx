import type { Verdict } from "@fairclick/core/clicks/signal";
import type { ReactNode } from "react";

const words: Record<Verdict, string> = {
  valid: "VALID",
  invalid: "REFUSED",
  held: "HELD",
  pending: "PENDING",
  unpaid: "UNPAID",
};

type StampProps = { verdict: Verdict; reason?: string };

export function Stamp({ verdict, reason }: StampProps) {
  return (
    <Mark tone={verdict}>
      {words[verdict]}
      {reason ? <span className="font-normal tracking-normal">· {reason}</span> : null}
    </Mark>
  );
}

/** The shape and colour of a verdict, for other things that stand as firmly or as loosely. */
export function Mark({ tone, children }: { tone: Verdict; children: ReactNode }) {
  return (
    <span className="stamp" data-verdict={tone}>
      {children}
    </span>
  );
}
