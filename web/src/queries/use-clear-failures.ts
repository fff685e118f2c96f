import { useQueryClient } from "@tanstack/react-query";

/** Returns a function that removes failed queries, so that a retry loads them again. */
export function useClearFailures(): () => void {
  const queryClient = useQueryClient();
  return () =>
    queryClient.removeQueries({
      predicate: (query) => query.state.status === "error" && !query.isActive(),
    });
}
