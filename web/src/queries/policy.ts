import { queryOptions } from "@tanstack/react-query";
import { readAnswer } from "../api/answer";
import { api } from "../api/client";

/** The server's current policy. */
export const policyQuery = queryOptions({
  queryKey: ["policy"],
  queryFn: async () => (await readAnswer(api.policy.$get())).data,
  staleTime: Number.POSITIVE_INFINITY,
});
