import { t } from "@fairclick/core/language/t";
import { type ErrorComponentProps, useMatch, useRouter } from "@tanstack/react-router";
import { ApiError } from "../api/answer";
import { CODE_FAILURE } from "../cold-start/keep-page";
import { useClearFailures } from "../queries/use-clear-failures";
import { UncheckedSession } from "../session/session";
import { ButtonLink } from "../ui/button";
import { Empty, Failure } from "../ui/layout";

const NOT_FOUND = 404;

declare module "@tanstack/react-router" {
  interface StaticDataRouteOption {
    /** Message of the page's failure if the server sends none. */
    failure?: string;
    /** Where to go if what the page shows does not exist. */
    parent?: { to: "/app/campaigns"; label: string };
  }
}

export function PageFailure({ error }: ErrorComponentProps) {
  const router = useRouter();
  const clearFailures = useClearFailures();
  const { failure, parent } = useMatch({ strict: false }).staticData;
  const fallback = failure ?? t`This page could not be shown. Please try again.`;
  if (parent && error instanceof ApiError && error.status === NOT_FOUND) {
    return (
      <Empty
        title={error.message || fallback}
        action={
          <ButtonLink to={parent.to} variant="primary">
            {parent.label}
          </ButtonLink>
        }
      />
    );
  }
  return (
    <div className="mx-auto max-w-prose px-4 py-24">
      <Failure
        message={failureText(error) || fallback}
        onRetry={() => {
          if (isCodeFailure(error)) return void reloadIfAnswered();
          clearFailures();
          void router.invalidate();
        }}
      />
    </div>
  );
}

function failureText(error: unknown): string {
  const isTold = error instanceof ApiError || error instanceof UncheckedSession;
  if (isTold) return error.message;
  return isCodeFailure(error) ? t`The code of this page could not be loaded.` : "";
}

function isCodeFailure(error: unknown): boolean {
  return error instanceof Error && error.message === CODE_FAILURE;
}

/** Browsers may remember that code could not be loaded, until the page is reloaded. */
async function reloadIfAnswered(): Promise<void> {
  const { probeServer } = await import("../api/await-server");
  if (await probeServer()) window.location.reload();
}
