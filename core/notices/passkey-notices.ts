import { z } from "zod";
import { plural, t } from "../language/t";
import { defineNotice } from "./define-notice";

const openProfile = () => ({ label: t`Open your profile`, path: "/app/profile" });

export const passkeyAdded = defineNotice({
  kind: "account.passkey_added",
  topic: "account",
  event: () => t`A passkey was added`,
  recipients: () => t`the account's owner`,
  mail: "always",
  schema: z.object({ name: z.string() }),
  text: ({ name }) => ({
    title: t`The passkey "${name}" can sign in to your account`,
    paragraphs: [
      t`If it was not you, remove it in your profile, change your password at once and write to the operators.`,
    ],
    action: openProfile(),
  }),
});

export const passkeysRemoved = defineNotice({
  kind: "account.passkeys_removed",
  topic: "account",
  event: () => t`Passkeys were removed`,
  recipients: () => t`the account's owner`,
  mail: "always",
  schema: z.object({ names: z.array(z.string()) }),
  text: ({ names }) => ({
    title:
      names.length === 1
        ? t`The passkey "${names.join()}" no longer signs in to your account`
        : plural(
            names.length,
            "# passkey no longer signs in to your account",
            "# passkeys no longer sign in to your account",
          ),
    paragraphs: [
      t`If it was not you, change your password at once and write to the operators.`,
      t`Your browser may still offer it: you can delete it there.`,
    ],
    action: openProfile(),
  }),
});
