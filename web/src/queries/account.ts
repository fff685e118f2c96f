import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { readAnswer } from "../api/answer";
import { api } from "../api/client";
import { firstPage, liveOptions } from "./live-options";

export const profileQuery = queryOptions({
  queryKey: ["profile"],
  queryFn: () => readAnswer(api.users.profile.$get()),
});

export const sessionsQuery = queryOptions({
  queryKey: ["sessions"],
  queryFn: async () => (await readAnswer(api.auth.sessions.$get())).data,
});

export const channelsQuery = queryOptions({
  queryKey: ["profile", "channels"],
  queryFn: async () => (await readAnswer(api.users.channels.$get())).data,
});

const PAGE = "20";

/** The number of unread notices; 100 stands for more than 99. */
export const unreadQuery = queryOptions({
  queryKey: ["notices", "unread"],
  queryFn: async () => (await readAnswer(api.notices.$get({ query: { limit: "1" } }))).unread,
});

/** The user's notices, newest first. Not polled: changes arrive by stream. */
export const noticesQuery = infiniteQueryOptions({
  queryKey: ["notices", "list"],
  queryFn: ({ pageParam }) =>
    readAnswer(api.notices.$get({ query: { limit: PAGE, ...pageParam } })),
  initialPageParam: {} as { cursor?: string },
  getNextPageParam: ({ nextCursor }) => (nextCursor ? { cursor: nextCursor } : null),
});

/** Which kinds of mails the user receives. */
export const mailSettingsQuery = queryOptions({
  queryKey: ["notices", "mail-settings"],
  queryFn: () => readAnswer(api.notices.settings.$get()),
});

export const keysQuery = queryOptions({
  queryKey: ["api", "keys"],
  queryFn: async () => (await readAnswer(api.keys.$get())).data,
});

/** The user's webhooks, and the events that exist. */
export const webhooksQuery = queryOptions({
  queryKey: ["api", "webhooks"],
  queryFn: () => readAnswer(api.webhooks.$get()),
});

/** What was sent to a webhook, newest first. */
export function deliveriesQuery(id: string) {
  return infiniteQueryOptions({
    queryKey: ["api", "deliveries", id],
    queryFn: ({ pageParam }) =>
      readAnswer(
        api.webhooks[":id"].deliveries.$get({
          param: { id },
          query: { limit: PAGE, ...pageParam },
        }),
      ),
    initialPageParam: {} as { cursor?: string },
    getNextPageParam: ({ nextCursor }) => (nextCursor ? { cursor: nextCursor } : null),
    ...liveOptions(
      api.webhooks[":id"].deliveries,
      () => ({ param: { id }, query: { limit: PAGE } }),
      firstPage,
    ),
  });
}

/** The token says when the form was opened, signed; the server accepts it for a day. */
export const contactFormQuery = queryOptions({
  queryKey: ["contact-form"],
  queryFn: async () => (await readAnswer(api.contact.$get())).data,
  staleTime: 3_600_000,
});
