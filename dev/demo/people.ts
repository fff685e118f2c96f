/** The password of both demo accounts. It is public because they hold play money on one machine. */
export const demoPassword = "fair play demo";

export const demoPeople = {
  developer: { username: "Dana Dev", email: "developer@example.com" },
  creator: { username: "Cleo Creates", email: "creator@example.com" },
} as const;

export type DemoPerson = (typeof demoPeople)[keyof typeof demoPeople];
