export type StoredItem = {
  name: string;
  place: "cookie" | "local storage" | "session storage";
  /** When it is set. */
  when: string;
  kept: string;
  purpose: string;
};

/** Everything that the pages, the API and the redirect store in a browser. */
export const browserStorage: readonly StoredItem[] = [
  {
    ...{ name: "fc_device", place: "cookie", kept: "one year" },
    when: "you follow a link, or use the app signed in",
    purpose: "A random number, so that the same device is not paid for twice.",
  },
  {
    ...{ name: "fc_known", place: "cookie", kept: "180 days" },
    when: "you sign in",
    purpose: "Tells your browser from a new one, which would be reported to you.",
  },
  {
    ...{ name: "fc_factor", place: "cookie", kept: "five minutes" },
    when: "you sign in with a second factor",
    purpose: "Ties the code to the browser that entered the password.",
  },
  {
    ...{ name: "fc_passkey", place: "cookie", kept: "five minutes" },
    when: "you add or use a passkey",
    purpose: "Ties the passkey's signature to this browser.",
  },
  {
    ...{ name: "fc_link", place: "cookie", kept: "15 minutes" },
    when: "you ask for a mail that signs you in",
    purpose: "Lets the link work in this browser only.",
  },
  {
    ...{ name: "fc_google", place: "cookie", kept: "ten minutes" },
    when: "you continue with Google",
    purpose: "Checks that the answer of Google belongs to your request.",
  },
  {
    ...{ name: "fc_google_return", place: "cookie", kept: "one minute" },
    when: "you return from Google",
    purpose: "Ties the sign-in to this browser.",
  },
  {
    ...{ name: "fc_age", place: "cookie", kept: "one day" },
    when: "you enter a month of birth that is too young",
    purpose: "Refuses a second try. It does not say who you are or when you were born.",
  },
  {
    ...{ name: "fc_theme", place: "cookie", kept: "one year" },
    when: "you choose light or dark",
    purpose: "Shows the pages in the colours that you chose.",
  },
  {
    ...{ name: "shortcuts-off", place: "local storage", kept: "until you turn them on" },
    when: "you turn keyboard shortcuts off",
    purpose: "Keeps them off.",
  },
  {
    ...{ name: "token", place: "local storage", kept: "until you sign out" },
    when: "you sign in",
    purpose: "Keeps you signed in.",
  },
  {
    ...{ name: "campaign-draft", place: "session storage", kept: "until you close the tab" },
    when: "you create a campaign",
    purpose: "Keeps what you have typed.",
  },
  {
    ...{ name: "start-role", place: "session storage", kept: "until you close the tab" },
    when: "you sign up to promote a game",
    purpose: "Shows the first steps of a developer instead of a creator's.",
  },
  {
    ...{ name: "ended-guides", place: "local storage", kept: "until you clear it" },
    when: "you finish or hide the guide of a hub",
    purpose: "Keeps the guide hidden.",
  },
  {
    ...{ name: "tsr-scroll-restoration-v1_3", place: "session storage" },
    ...{ kept: "until you close the tab" },
    when: "you open a page",
    purpose: "Remembers how far you have scrolled.",
  },
];
