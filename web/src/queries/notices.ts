import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { readAnswer } from "../api/answer";
import { api } from "../api/client";

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
