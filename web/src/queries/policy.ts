import { queryOptions } from "@tanstack/react-query";
import { readAnswer } from "../api/answer";
import { api } from "../api/client";

/** The rules by which the server judges clicks at this moment. */
export const policyQuery = queryOptions({
  queryKey: ["policy"],
  queryFn: async () => (await readAnswer(api.policy.$get())).data,
  staleTime: Number.POSITIVE_INFINITY,
});
