import { t } from "../language/t";

/** What a ticket is about, as its writer chooses it. */
export const ticketCategories = [
  "account",
  "money",
  "clicks",
  "campaigns",
  "abuse",
  "privacy",
  "other",
] as const;
export type TicketCategory = (typeof ticketCategories)[number];

export const ticketCategoryNames: Record<TicketCategory, string> = {
  get account() {
    return t`My account or signing in`;
  },
  get money() {
    return t`Payments and withdrawals`;
  },
  get clicks() {
    return t`Clicks and their verdicts`;
  },
  get campaigns() {
    return t`Campaigns and links`;
  },
  get abuse() {
    return t`Abuse or a harmful link`;
  },
  get privacy() {
    return t`Privacy and my data`;
  },
  get other() {
    return t`Something else`;
  },
};

/** `waiting`: for an operator. `answered`: its writer can still reply. `closed`: nobody can. */
export const ticketStates = ["waiting", "answered", "closed"] as const;
export type TicketState = (typeof ticketStates)[number];

export const MAX_SUBJECT = 120;
export const MAX_TICKET_TEXT = 4_000;
/** Max tickets of one user that are not closed. */
export const MAX_OPEN_TICKETS = 10;
export const MAX_TICKET_MESSAGES = 100;
