import type { ReactNode } from "react";

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

/** The last line, with the total. */
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
