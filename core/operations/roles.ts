import { type OperatorScope, operatorScopes } from "./scopes";

const all = Object.keys(operatorScopes) as OperatorScope[];
const reading = all.filter((scope) => scope.endsWith(":read"));

/** Sets of scopes for kinds of work. A token keeps the scopes that its role had when it was made. */
export const operatorRoles = {
  viewer: { about: "see everything, change nothing", scopes: reading },
  fraud: {
    about: "see everything, decide about clicks, links, campaigns, users and IP ranges",
    scopes: [
      ...reading,
      "clicks:decide",
      "links:write",
      "campaigns:write",
      "users:write",
      "ip-data:write",
    ],
  },
  finance: {
    about: "see everything, decide about withdrawals and refunds, retry Stripe events",
    scopes: [...reading, "withdrawals:write", "refunds:write", "stripe:write"],
  },
  support: {
    about: "see everything, help users with their accounts",
    scopes: [...reading, "users:write", "users:recover", "mail:write"],
  },
  technician: {
    about: "see everything, repair queues, Stripe events and address lists",
    scopes: [...reading, "queues:write", "stripe:write", "ip-data:write", "mail:write"],
  },
  admin: { about: "every scope", scopes: all },
} as const satisfies Record<string, { about: string; scopes: readonly OperatorScope[] }>;

export type OperatorRole = keyof typeof operatorRoles;
export const operatorRoleNames = Object.keys(operatorRoles) as [OperatorRole, ...OperatorRole[]];
