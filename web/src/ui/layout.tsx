import { t } from "@fairclick/core/language/t";
import { CatchBoundary } from "@tanstack/react-router";
import { type ReactNode, Suspense, useEffect, useId, useLayoutEffect, useState } from "react";
import { useClearFailures } from "../queries/use-clear-failures";
import { Button } from "./button";
import { Receipt } from "./figures";
import { reportUnexpected } from "./report-unexpected";

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

type PartProps = {
  loading: string;
  failure: string;
  children: ReactNode;
  /** Class of the spinner's box, to reserve the room that the content takes. */
  className?: string;
};

/** A part of a page that loads and fails on its own, with a spinner or a retry in its place. */
export function Part({ loading, failure, children, className }: PartProps) {
  const clearFailures = useClearFailures();
  return (
    <CatchBoundary
      getResetKey={() => "part"}
      onCatch={reportUnexpected}
      errorComponent={({ reset: render }) => (
        <Failure
          message={failure}
          onRetry={() => {
            clearFailures();
            render();
          }}
        />
      )}
    >
      <Suspense
        fallback={
          <div className={className}>
            <Spinner label={loading} />
          </div>
        }
      >
        {children}
      </Suspense>
    </CatchBoundary>
  );
}

const [load] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
let isDrawn = location.hash !== "" || load?.type !== "navigate";

/**
 * Returns whether to draw what stands below the first screen of a phone: not before the first picture of the
 * app. A page that is loaded again or opened at a heading is drawn at once, so that the browser finds its place.
 */
export function useBelowFold(): boolean {
  const [isDue, setDue] = useState(isDrawn);
  useEffect(() => {
    isDrawn = true;
    setDue(true);
  }, []);
  return isDue;
}

export function BelowFold({ children }: { children: ReactNode }) {
  return useBelowFold() ? children : null;
}

/** Names the window while it is shown. */
export function WindowTitle({ text }: { text: string }) {
  useLayoutEffect(() => {
    document.title = text;
    return () => {
      document.title = "Fairclick";
    };
  }, [text]);
  return null;
}

/** Opens beside the form, which keeps what was typed. */
export function OtherPage({ href, children }: { href: string; children: string }) {
  return (
    <a href={href} target="_blank" rel="noreferrer">
      {children}
    </a>
  );
}

type PageHeadingProps = { title: string; lead?: ReactNode; children?: ReactNode };

/** Heading and window title of a page, with actions beside it. */
export function PageHeading({ title, lead, children }: PageHeadingProps) {
  return (
    <header className="mb-8 flex flex-wrap items-end justify-between gap-4">
      <WindowTitle text={`${title} · Fairclick`} />
      <div className="min-w-0">
        <h1 className="break-words text-3xl">{title}</h1>
        {lead ? <p className="mt-2 max-w-prose text-soft">{lead}</p> : null}
      </div>
      {children}
    </header>
  );
}

export function Logo() {
  return (
    <span className="inline-flex items-center gap-2.5 font-extrabold text-lg tracking-tight">
      <svg viewBox="0 0 20 24" aria-hidden="true" className="h-6 w-5">
        <path
          d="M1 1h18v21l-2.25-2-2.25 2-2.25-2L10 22l-2.25-2-2.25 2-2.25-2L1 22z"
          className="fill-paper stroke-ink"
          strokeWidth="1.6"
          strokeLinejoin="round"
        />
        <path d="M4.5 5.5h11v3.4h-11z" className="fill-marker" />
        <path d="M4.5 6.4h11M4.5 12h11M4.5 15.6h6.5" className="stroke-ink" strokeWidth="1.6" />
      </svg>
      Fairclick
    </span>
  );
}

export function Spinner({ label = t`Loading` }: { label?: string }) {
  return (
    <div role="status" className="flex items-center justify-center gap-3 p-8 text-soft">
      <span
        aria-hidden="true"
        className="size-5 motion-safe:animate-spin rounded-full border-3 border-rule border-t-ink"
      />
      <span>{label}</span>
    </div>
  );
}

export function PageSpinner() {
  return (
    <div className="grid min-h-dvh place-items-center">
      <Spinner />
    </div>
  );
}

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
