import { useRouter } from "@tanstack/react-router";
import { Failure } from "./notices";

export function PageFailure() {
  const router = useRouter();
  return (
    <main className="mx-auto max-w-prose px-4 py-24">
      <Failure
        message="This page could not be shown. Please try again."
        onRetry={() => void router.invalidate()}
      />
    </main>
  );
}
