import type { ReactNode } from "react";

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
