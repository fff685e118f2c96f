import { signedIn, user } from "../../testing/stub-api";

/** The answer of `GET /api/users/profile`. */
export const profile = {
  username: user.username,
  email: user.email,
  emailConfirmed: true,
  mailAvailable: true,
  memberSince: "2026-01-02T03:04:05.000Z",
  hasPassword: true,
  google: { available: true, connected: false },
  secondFactor: { on: false, recoveryCodes: 0 },
  payouts: "none",
  isMinor: false,
  mustConfirmGuardian: false,
  language: "en",
  country: null as string | null,
  obstacles: [] as string[],
  content: { categories: ["Roblox"], platforms: [] as string[] },
};
export const session = {
  _id: "01900000-0000-7000-8000-0000000000a1",
  userAgent: "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0",
  country: "DE" as string | null,
  signedInAt: "2026-01-02T03:04:05.000Z",
  lastUsedAt: "2026-01-03T03:04:05.000Z",
  current: true,
};
export const elsewhere = {
  ...session,
  country: null,
  _id: "01900000-0000-7000-8000-0000000000a2",
  current: false,
};

const setting = { topic: "money", recipients: "you", mail: true, optional: true };
/** One kind of mail that can be switched off, and one that cannot. */
export const settings = [
  { ...setting, kind: "deposit.arrived", event: "A payment arrived" },
  { ...setting, kind: "withdrawal.failed", event: "A withdrawal failed", optional: false },
];
export const mails = (data: typeof settings, mailServer = true) => ({
  body: { status: "success", data, mailServer },
});

/** What the profile page loads, for a signed-in person. */
export const account = (change: Partial<typeof profile> = {}) => ({
  ...signedIn,
  "GET /api/users/profile": { body: { ...profile, ...change } },
  "GET /api/auth/sessions": { body: { status: "success", data: [session, elsewhere] } },
  "GET /api/notices/settings": mails(settings),
  "GET /api/auth/passkeys": { body: { status: "success", data: [] } },
  "GET /api/users/channels": { body: { status: "success", data: [] } },
});
export const done = (message: string) => ({ body: { status: "success", message } });
