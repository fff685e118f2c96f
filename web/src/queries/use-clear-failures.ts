import { type Query, useQueryClient } from "@tanstack/react-query";

/** Returns a function that loads failed queries again: those that no part shows when a part needs them, the others now. */
export function useClearFailures(): () => void {
  const queryClient = useQueryClient();
  return () => {
    const failed = { predicate: (query: Query) => query.state.status === "error" };
    queryClient.removeQueries({ ...failed, type: "inactive" });
    void queryClient.refetchQueries({ ...failed, type: "active" });
  };
}
