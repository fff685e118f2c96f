import {
  BROWSER,
  DEPOSIT,
  DEVELOPER,
  type Examples,
  JUDGED_UP_TO,
  LAUNCHED_AT,
  NOW,
  REGISTERED_AT,
  SESSION,
  SIGNED_IN_AT,
  success,
  withMessage,
} from "../reference/story";

const user = {
  _id: DEVELOPER,
  username: "Dana",
  email: "dana@example.com",
  walletBalance: 35,
  stripeAccountVerified: false,
  country: "US",
};
const token = "3q2-7wYzGmOQyWbJc1nV0sXhTfRkLpDaEuIiAoBtCvM";
const done = (message: string) => ({ answer: { status: "success", message } });

const recoveryCodes = ["mfrg-g2lt-o52w-6ylc", "nbxw-o43f-pf2g-k3th"];

const mailRequest = {
  body: { email: user.email },
  ...done("If an account uses this address, a mail is on its way."),
};

export const accountExamples: Examples = {
  "POST /api/users/agreement": {
    body: { termsVersion: 1, birthMonth: "1998-03" },
    answer: { status: "success", message: "Thank you." },
  },
  "POST /api/auth/register": {
    body: {
      ...{ username: user.username, email: user.email, password: "correct horse" },
      ...{ website: "", country: "US", termsVersion: 1, birthMonth: "1998-03" },
    },
    answer: withMessage("Account created successfully! Welcome to Fairclick.", {
      user: { ...user, walletBalance: 0 },
      token,
    }),
  },
  "POST /api/auth/login": {
    answer: withMessage("Login successful! Welcome back.", { user, token }),
  },
  "GET /api/auth/me": { answer: withMessage("Signed in", { user }) },
  "POST /api/auth/logout": done("Logged out"),
  "GET /api/auth/proof": {
    answer: { recent: false, password: true, totp: true, passkey: true, google: false },
  },
  "POST /api/auth/proof": { body: { password: "correct horse" }, ...done("Thank you.") },
  "POST /api/auth/password": done("Password changed. You are signed out everywhere else."),
  "GET /api/auth/sessions": {
    answer: success([
      {
        _id: SESSION,
        userAgent: BROWSER,
        country: "US",
        signedInAt: SIGNED_IN_AT,
        lastUsedAt: NOW,
        current: true,
      },
    ]),
  },
  "DELETE /api/auth/sessions": done("Signed out everywhere."),
  "DELETE /api/auth/sessions/{id}": { parameters: { id: SESSION }, ...done("Signed out there.") },
  "POST /api/auth/reset": mailRequest,
  "POST /api/auth/reset/password": {
    body: { token, password: "correct horse battery" },
    answer: withMessage("Password changed. You are signed out everywhere else.", { user, token }),
  },
  "POST /api/auth/sign-in-link": mailRequest,
  "POST /api/auth/sign-in-link/session": {
    body: { token },
    answer: withMessage("Welcome!", { user, token }),
  },
  "POST /api/auth/verification": done("A mail is on its way."),
  "POST /api/auth/verification/email": { body: { token }, ...done("Your address is confirmed.") },
  "POST /api/auth/email": { body: { token }, ...done("Your new address is in use.") },
  "POST /api/auth/email/undo": {
    body: { token },
    answer: withMessage("Your earlier address is in use again. Please choose a new password.", {
      token,
    }),
  },
  "POST /api/auth/recovery/cancel": {
    body: { token },
    ...done("The recovery is cancelled. Your account stays as it is."),
  },
  "POST /api/auth/recovery/cancel-own": done(
    "The recovery is cancelled. Your account stays as it is.",
  ),
  "POST /api/auth/second-factor/session": {
    body: { code: "287082" },
    answer: withMessage("Welcome!", { user, token }),
  },
  "POST /api/auth/second-factor/totp": {
    answer: success({
      secret: "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ",
      uri: "otpauth://totp/Fairclick:dana%40example.com?issuer=Fairclick&secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&algorithm=SHA1&digits=6&period=30",
    }),
  },
  "POST /api/auth/second-factor/totp/confirmation": {
    body: { code: "287082" },
    answer: withMessage("Signing in now needs a code.", { recoveryCodes }),
  },
  "POST /api/auth/second-factor/totp/removal": {
    body: { code: "287082" },
    ...done("Signing in no longer needs a code."),
  },
  "POST /api/auth/second-factor/recovery-codes": {
    body: { code: "287082" },
    answer: withMessage("The earlier codes no longer work.", { recoveryCodes }),
  },
  "GET /api/auth/google": { parameters: { return: "profile" } },
  "GET /api/auth/google/callback": {
    parameters: { code: "4/0AVMBsJh2f7Yw", state: "q0vXk3mW9dTfLr8sZb1NcA" },
  },
  "POST /api/auth/google/session": { answer: withMessage("Welcome!", { user, token }) },
  "POST /api/auth/google/connection": {
    answer: {
      url: "https://accounts.google.com/o/oauth2/v2/auth?client_id=1234.apps.googleusercontent.com&response_type=code",
    },
  },
  "DELETE /api/auth/google/connection": done("Google disconnected."),
  "GET /api/users/dashboard": {
    answer: {
      stats: {
        totalEarnings: 12.34,
        totalClicks: 9_140,
        activeLinks: 3,
        pendingPayout: 0.003,
        judgedUpTo: JUDGED_UP_TO,
      },
    },
  },
  "GET /api/users/profile": {
    answer: {
      username: "Dana",
      email: "dana@example.com",
      emailConfirmed: true,
      mailAvailable: true,
      memberSince: REGISTERED_AT,
      hasPassword: true,
      google: { available: true, connected: false },
      secondFactor: { on: true, recoveryCodes: 10 },
      payouts: "none",
      mustConfirmGuardian: false,
      language: "en",
      country: "US",
      obstacles: ["A withdrawal is under way."],
      content: { categories: ["Roblox"], platforms: ["YouTube", "TikTok"] },
    },
  },
  "PUT /api/users/profile/username": done("Username changed."),
  "PUT /api/users/profile/language": {
    body: { language: "es" },
    ...done("Language changed."),
  },
  "PUT /api/users/profile/content": {
    body: { categories: ["Roblox"], platforms: ["YouTube", "TikTok"] },
    ...done("Profile saved."),
  },
  "PUT /api/users/profile/country": {
    body: { country: "DE" },
    ...done("Country changed."),
  },
  "PUT /api/users/profile/email": done("E-mail address changed."),
  "DELETE /api/users/profile/reclaimed": done("Dismissed."),
  "GET /api/users/profile/deletion": {
    answer: {
      obstacles: [],
      refunds: [
        {
          _id: DEPOSIT,
          paidAt: LAUNCHED_AT,
          amount: 50,
          refundable: 35,
          card: { brand: "visa", last4: "4242" },
        },
      ],
      campaigns: 1,
      later: 12.5,
      openDeposits: 0,
      owed: 0,
      givesUp: {
        wallet: 0,
        earnings: 1.2,
        undecidedClicks: 3,
        disputes: 0,
        requiresEarnings: true,
      },
    },
  },
  "POST /api/users/profile/archive": { answer: "PK\u0003\u0004…" },
  "POST /api/users/profile/delete": {
    body: { giveUpWalletCents: 0, giveUpEarnings: true },
    ...done("Your account is deleted."),
  },
};
