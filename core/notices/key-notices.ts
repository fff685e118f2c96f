import { z } from "zod";
import { keyScopeNames, keyScopes } from "../accounts/key-scopes";
import { defineNotice } from "./define-notice";

const openKeys = { label: "Open API keys", path: "/app/developers" };

export const keyAdded = defineNotice({
  kind: "key.added",
  topic: "account",
  event: "An API key was added to your account",
  recipients: "the account's owner",
  mail: "always",
  schema: z.object({ name: z.string(), scopes: z.array(z.enum(keyScopeNames)) }),
  text: ({ name, scopes }) => ({
    title: `The API key ${name} was added to your account`,
    paragraphs: [
      `Programs with this key can: ${scopes.map((scope) => keyScopes[scope]).join("; ")}.`,
      "You need to do nothing if this was you. If it was not, revoke the key and change your password.",
    ],
    action: openKeys,
  }),
});

export const keyRevoked = defineNotice({
  kind: "key.revoked",
  topic: "account",
  event: "API keys of your account were revoked",
  recipients: "the account's owner",
  mail: "always",
  schema: z.object({ names: z.array(z.string()), by: z.enum(["owner", "security"]) }),
  text: ({ names, by }) => ({
    title:
      names.length === 1
        ? `The API key ${names[0]} was revoked`
        : `${names.length} API keys were revoked`,
    paragraphs: [
      by === "owner"
        ? "You revoked it."
        : `A change of your password or sign-in ends all API keys: ${names.join(", ")}.`,
      "Programs that used it can no longer call the API. You can add a new key.",
    ],
    action: openKeys,
  }),
});
