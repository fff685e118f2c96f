import { writtenNoteSchema } from "@fairclick/core/accounts/user-note-schema";
import { z } from "zod";
import { openApi } from "../../../connection/open-api";
import { apiOptions, targetInput } from "../../../connection/target-options";
import { defineChange } from "../../../define-change";
import { defineCommand } from "../../../define-command";

const named = "A user is given by id, e-mail address or name.";
const scope = "Needs a token with the scope users:write.";

export const noteUserCommand = defineCommand({
  usage: "note <user> <text>",
  summary: "write a note about a user for other operators",
  about: `Writes a note of up to 1,000 characters, which \`users show\` prints with your name. The user does not see it in the app, but can ask for it: write what you can stand by. There are at most 100 notes per user; they are deleted after a year, and with the account. The audit log records that you wrote one. ${named} ${scope}`,
  examples: [
    'users note chris "Says that the 45 networks are one school; waits for its answer."',
    'users note chris "$(cat note.txt)"',
  ],
  options: apiOptions,
  input: z.object({ ...targetInput, user: z.string(), text: z.string() }),
  output: writtenNoteSchema,
  run: async (host, { user, text, ...target }) => {
    const { data } = await openApi(host, target).call((client) =>
      client.api.admin.users[":user"].notes.$post({ param: { user }, json: { text } }),
    );
    return data;
  },
  text: ({ id }, paint) => `${paint.good("Written.")} Note ${id}`,
});

const optionsInput = { note: z.string() };
const optionsSchema = z.object(optionsInput);

export const deleteNoteCommand = defineChange({
  usage: "delete-note <user> <note>",
  summary: "delete a note about a user",
  about: `Deletes a note, for example one that is wrong. \`users show\` prints the ids. It cannot be undone. ${named} ${scope}`,
  examples: [
    'users delete-note chris 01900000-0000-7000-8000-000000000001 --reason "about somebody else"',
  ],
  optionsInput,
  send: (client, user, json, given) =>
    client.api.admin.users[":user"].notes[":id"].delete.$post({
      param: { user, id: optionsSchema.parse(given).note },
      json,
    }),
});
