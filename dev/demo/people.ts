/** The two accounts of the demo. They hold play money on one machine, so that everybody may know this. */
export const demoPassword = "fair play demo";

export const demoPeople = {
  developer: { username: "Dana Dev", email: "developer@example.com" },
  creator: { username: "Cleo Creates", email: "creator@example.com" },
} as const;

export type DemoPerson = (typeof demoPeople)[keyof typeof demoPeople];
