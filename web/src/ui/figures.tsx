import { categoryName } from "@fairclick/core/clicks/category-names";
import type { Verdict } from "@fairclick/core/clicks/signal";
import { formatCount, t } from "@fairclick/core/language/t";
import type { ReactNode } from "react";
import { exactDollars, roundedDollars } from "./format";

type MoneyProps = {
  dollars: number;
  /** Leaves out fractions of a cent, unless there is nothing else. */
  rounded?: boolean;
};

export function Money({ dollars, rounded = false }: MoneyProps) {
  const text = rounded ? roundedDollars(dollars) : exactDollars(dollars);
  return <span className="font-figures tabular-nums">{text}</span>;
}

export function Count({ of }: { of: number }) {
  return <span className="font-figures tabular-nums">{formatCount(of)}</span>;
}

type Stat = { label: string; value: ReactNode; note?: ReactNode };

/** Figures side by side. */
export function StatStrip({ stats }: { stats: Stat[] }) {
  return (
    <div className="receipt-shadow">
      <dl className="grid grid-cols-2 bg-paper lg:grid-cols-4">
        {stats.map((stat) => (
          <div
            key={stat.label}
            className="border-rule border-dashed px-5 py-4 max-lg:odd:border-r-2 max-lg:nth-[n+3]:border-t-2 lg:not-last:border-r-2"
          >
            <dt className="text-soft text-sm">{stat.label}</dt>
            <dd className="font-bold font-figures text-xl tabular-nums tracking-tight">
              {stat.value}
            </dd>
            {stat.note ? <dd className="text-soft text-sm">{stat.note}</dd> : null}
          </div>
        ))}
      </dl>
    </div>
  );
}

type ReceiptProps = { children: ReactNode; className?: string };

/** A paper receipt with a torn edge. */
export function Receipt({ children, className = "" }: ReceiptProps) {
  return (
    <div className={`receipt-shadow ${className}`}>
      <div className="receipt h-full">
        <div className="flex h-full flex-col p-5 pb-6 sm:p-6 sm:pb-7">{children}</div>
      </div>
    </div>
  );
}

export function Lines({ children, className = "" }: ReceiptProps) {
  return <dl className={`space-y-1 ${className}`}>{children}</dl>;
}

type LineProps = { label: ReactNode; children: ReactNode; strong?: boolean };

export function Line({ label, children, strong = false }: LineProps) {
  return (
    <div className={`line ${strong ? "font-bold" : ""}`}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

export function TextLine({ label, children }: LineProps) {
  return (
    <Line label={label}>
      <span className="font-text">{children}</span>
    </Line>
  );
}

export function MoneyLine({ label, dollars }: { label: ReactNode; dollars: number }) {
  return (
    <Line label={label}>
      <Money dollars={dollars} />
    </Line>
  );
}

export function CountLine({ label, count }: { label: ReactNode; count: number }) {
  return (
    <Line label={label}>
      <Count of={count} />
    </Line>
  );
}

export function Total({ label, children }: Omit<LineProps, "strong">) {
  return (
    <div className="line mt-3 pt-3 font-bold perforation">
      <dt>{label}</dt>
      <dd className="text-lg">
        <span className="marked">{children}</span>
      </dd>
    </div>
  );
}

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

type ProgressBarProps = { percent: number; label: string };

export function ProgressBar({ percent, label }: ProgressBarProps) {
  const value = Math.round(percent * 100) / 100;
  return (
    <progress className="progress" max={100} value={value} aria-label={label}>
      {value}%
    </progress>
  );
}
