import { api } from "../api/client";
import { readPages, readQuery } from "./read";

export const profileQuery = readQuery(["profile"], api.users.profile, { data: (answer) => answer });

export const sessionsQuery = readQuery(["sessions"], api.auth.sessions);

export const keysQuery = readQuery(["api", "keys"], api.keys);

/** The user's webhooks, and the events that exist. */
export const webhooksQuery = readQuery(["api", "webhooks"], api.webhooks, {
  data: (answer) => answer,
});

/** What was sent to a webhook, newest first. */
export const deliveriesQuery = (id: string) =>
  readPages(["api", "deliveries", id], api.webhooks[":id"].deliveries, {
    args: (query) => ({ param: { id }, query }),
    limit: "20",
    isLive: true,
  });

/** The number of unread notices; 100 stands for more than 99. */
export const unreadQuery = readQuery(["notices", "unread"], api.notices, {
  args: { query: { limit: "1" } },
  data: ({ unread }) => unread,
});

/** The user's notices, newest first. Not live: changes arrive by an event of their own. */
export const noticesQuery = readPages(["notices", "list"], api.notices, {
  args: (query) => ({ query }),
  limit: "20",
});

export const mailSettingsQuery = readQuery(["notices", "mail-settings"], api.notices.settings, {
  data: (answer) => answer,
});

/** The token says when the form was opened, signed; the server accepts it for a day. */
export const contactFormQuery = readQuery(["contact-form"], api.contact, { staleTime: 3_600_000 });

/** Who is responsible for personal data, how long it is kept, and what is stored in browsers. */
export const privacyQuery = readQuery(["privacy"], api.privacy, {
  staleTime: Number.POSITIVE_INFINITY,
});

export const policyQuery = readQuery(["policy"], api.policy, {
  staleTime: Number.POSITIVE_INFINITY,
});
