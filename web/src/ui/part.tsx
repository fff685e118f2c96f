import { CatchBoundary } from "@tanstack/react-router";
import { type ReactNode, Suspense } from "react";
import { useClearFailures } from "../queries/use-clear-failures";
import { Failure } from "./notices";
import { Spinner } from "./spinner";

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
