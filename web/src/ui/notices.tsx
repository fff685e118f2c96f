import { t } from "@fairclick/core/language/t";
import type { ReactNode } from "react";
import { Button } from "./button";

type EmptyProps = { title: string; children?: ReactNode; action?: ReactNode };

export function Empty({ title, children, action }: EmptyProps) {
  return (
    <div className="border-2 border-rule border-dashed px-6 py-12 text-center">
      <p className="font-bold text-lg">{title}</p>
      {children ? (
        <div className="mx-auto mt-1 max-w-prose text-balance text-soft">{children}</div>
      ) : null}
      {action ? <div className="mt-5">{action}</div> : null}
    </div>
  );
}

type FailureProps = { message: string; onRetry?: () => void };

export function Failure({ message, onRetry }: FailureProps) {
  return (
    <div role="alert" className="border-2 border-refused px-6 py-8 text-center">
      <p className="font-semibold">{message}</p>
      {onRetry ? (
        <Button className="mt-4" onClick={onRetry}>
          {t`Try again`}
        </Button>
      ) : null}
    </div>
  );
}
