import { z } from "zod";
import { defineNotice } from "./define-notice";

const action = { label: "Open your profile", path: "/app/profile" };

export const passkeyAdded = defineNotice({
  kind: "account.passkey_added",
  topic: "account",
  event: "A passkey was added",
  recipients: "the account's owner",
  mail: "always",
  schema: z.object({ name: z.string() }),
  text: ({ name }) => ({
    title: `The passkey "${name}" can sign in to your account`,
    paragraphs: [
      "If it was not you, remove it in your profile, change your password at once and write to the operators.",
    ],
    action,
  }),
});

export const passkeysRemoved = defineNotice({
  kind: "account.passkeys_removed",
  topic: "account",
  event: "Passkeys were removed",
  recipients: "the account's owner",
  mail: "always",
  schema: z.object({ names: z.array(z.string()) }),
  text: ({ names }) => ({
    title:
      names.length === 1
        ? `The passkey "${names[0]}" no longer signs in to your account`
        : `${names.length} passkeys no longer sign in to your account`,
    paragraphs: [
      "If it was not you, change your password at once and write to the operators.",
      "Your browser may still offer it: you can delete it there.",
    ],
    action,
  }),
});
