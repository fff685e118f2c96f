import { t } from "@fairclick/core/language/t";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Receipt } from "../ui/figures";

type OutcomeProps = { title: string; children: ReactNode; mark?: ReactNode };

/** The outcome of a payment, shown as a page. */
export function Outcome({ title, children, mark }: OutcomeProps) {
  return (
    <div className="mx-auto max-w-form pt-8">
      <title>{`${title} · Fairclick`}</title>
      <Receipt>
        {mark ? <p className="mb-4">{mark}</p> : null}
        <h1 className="mb-2 text-2xl">{title}</h1>
        <div>{children}</div>
        <p className="mt-6 pt-4 perforation">
          <Link to="/app/payments">{t`Back to Payments`}</Link>
        </p>
      </Receipt>
    </div>
  );
}
