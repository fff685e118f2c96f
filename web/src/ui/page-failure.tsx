import { type ErrorComponentProps, useMatch, useRouter } from "@tanstack/react-router";
import { ApiError } from "../api/answer";
import { useClearFailures } from "../queries/use-clear-failures";
import { Failure } from "./notices";

declare module "@tanstack/react-router" {
  interface StaticDataRouteOption {
    /** Message of the page's failure if the server sends none. */
    failure?: string;
  }
}

/** Replaces a page that cannot be loaded or rendered. */
export function PageFailure({ error }: ErrorComponentProps) {
  const router = useRouter();
  const clearFailures = useClearFailures();
  const { failure } = useMatch({ strict: false }).staticData;
  const fallback = failure ?? "This page could not be shown. Please try again.";
  return (
    <div className="mx-auto max-w-prose px-4 py-24">
      <Failure
        message={error instanceof ApiError ? error.message || fallback : fallback}
        onRetry={() => {
          clearFailures();
          void router.invalidate();
        }}
      />
    </div>
  );
}
