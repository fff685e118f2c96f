import { type ReactNode, useId } from "react";
import { Receipt } from "./receipt";

type CardProps = { title: string; children: ReactNode; className?: string };

/** A receipt with a heading. */
export function Card({ title, children, className }: CardProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={className}>
      <Receipt className="h-full">
        <h2 id={id} className="mb-3 text-lg">
          {title}
        </h2>
        {children}
      </Receipt>
    </section>
  );
}
