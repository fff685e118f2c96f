import { categoryName } from "@fairclick/core/clicks/category-names";
import type { Verdict } from "@fairclick/core/clicks/signal";
import { t } from "@fairclick/core/language/t";
import type { ReactNode } from "react";

const words: Record<Verdict, string> = {
  valid: t`VALID`,
  invalid: t`INVALID`,
  held: t`HELD`,
  pending: t`PENDING`,
  unpaid: t`UNPAID`,
};

type StampProps = { verdict: Verdict; reason?: string };

export function Stamp({ verdict, reason }: StampProps) {
  return (
    <Mark tone={verdict}>
      <span className="whitespace-nowrap">{words[verdict]}</span>
      {reason ? (
        <span className="font-normal tracking-normal">· {categoryName(reason)}</span>
      ) : null}
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
