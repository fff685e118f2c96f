import { queryOptions } from "@tanstack/react-query";
import { readAnswer } from "../api/answer";
import { api } from "../api/client";

/** Who is responsible for personal data, how long it is kept, and what is stored in browsers. */
export const privacyQuery = queryOptions({
  queryKey: ["privacy"],
  queryFn: async () => (await readAnswer(api.privacy.$get())).data,
  staleTime: Number.POSITIVE_INFINITY,
});

/** The server's current policy. */
export const policyQuery = queryOptions({
  queryKey: ["policy"],
  queryFn: async () => (await readAnswer(api.policy.$get())).data,
  staleTime: Number.POSITIVE_INFINITY,
});
