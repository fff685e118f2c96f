import { queryOptions } from "@tanstack/react-query";
import { readAnswer } from "../api/answer";
import { api } from "../api/client";

/** Open campaigns, their prices, valid clicks and what was paid. */
export const publicFiguresQuery = queryOptions({
  queryKey: ["public-figures"],
  queryFn: async () => (await readAnswer(api.marketplace.$get())).data,
  staleTime: 5 * 60_000,
});
