import type { Verdict } from "@fairclick/core/clicks/signal";
import type { ReactNode } from "react";

const words: Record<Verdict, string> = {
  valid: "VALID",
  invalid: "INVALID",
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

/** A mark in the style of a verdict, for other states. */
export function Mark({ tone, children }: { tone: Verdict; children: ReactNode }) {
  return (
    <span className="stamp" data-verdict={tone}>
      {children}
    </span>
  );
}
