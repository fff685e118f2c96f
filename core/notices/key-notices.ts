import { z } from "zod";
import { keyScopeNames, keyScopes } from "../accounts/key-scopes";
import { plural, t } from "../language/t";
import { defineNotice } from "./define-notice";

const openKeys = () => ({ label: t`Open API keys`, path: "/app/api" });

export const keyAdded = defineNotice({
  kind: "key.added",
  topic: "account",
  event: () => t`An API key was added to your account`,
  recipients: () => t`the account's owner`,
  mail: "always",
  schema: z.object({ name: z.string(), scopes: z.array(z.enum(keyScopeNames)) }),
  text: ({ name, scopes }) => ({
    title: t`The API key ${name} was added to your account`,
    paragraphs: [
      t`Programs with this key can: ${scopes.map((scope) => keyScopes[scope]).join("; ")}.`,
      t`You need to do nothing if this was you. If it was not, revoke the key and change your password.`,
    ],
    action: openKeys(),
  }),
});

export const keyRevoked = defineNotice({
  kind: "key.revoked",
  topic: "account",
  event: () => t`API keys of your account were revoked`,
  recipients: () => t`the account's owner`,
  mail: "always",
  schema: z.object({ names: z.array(z.string()), by: z.enum(["owner", "security"]) }),
  text: ({ names, by }) => ({
    title:
      names.length === 1
        ? t`The API key ${names.join()} was revoked`
        : plural(names.length, "# API key was revoked", "# API keys were revoked"),
    paragraphs: [
      by === "owner"
        ? t`You revoked it.`
        : t`A change of your password or sign-in ends all API keys: ${names.join(", ")}.`,
      t`Programs that used it can no longer call the API. You can add a new key.`,
    ],
    action: openKeys(),
  }),
});
