import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { readAnswer } from "../api/answer";
import { api } from "../api/client";

/** The user's own tickets, newest first. */
export const ticketsQuery = infiniteQueryOptions({
  queryKey: ["tickets", "list"],
  queryFn: ({ pageParam }) =>
    readAnswer(api.tickets.$get({ query: { limit: "20", ...pageParam } })),
  initialPageParam: {} as { cursor?: string },
  getNextPageParam: ({ nextCursor }) => (nextCursor ? { cursor: nextCursor } : null),
});

export const ticketQuery = (id: string) =>
  queryOptions({
    queryKey: ["tickets", id],
    queryFn: async () => (await readAnswer(api.tickets[":id"].$get({ param: { id } }))).data,
  });

/** When the form was opened, signed. The server accepts it for a day. */
export const contactFormQuery = queryOptions({
  queryKey: ["contact-form"],
  queryFn: async () => (await readAnswer(api.contact.$get())).data,
  staleTime: 3_600_000,
});
