import type { ReactNode } from "react";

export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="border-rule border-t-2 border-dashed py-14 lg:py-20">
      <h2 className="mb-8 text-2xl">{title}</h2>
      {children}
    </section>
  );
}
