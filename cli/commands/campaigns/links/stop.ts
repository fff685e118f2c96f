import { AppError } from "@fairclick/core/errors";
import type { Command } from "commander";
import { z } from "zod";
import { defineChange } from "../../../define-change";

const named = "A link is given by its code, the last part of its short URL.";
const oneOrAll = {
  link: z.string().optional(),
  user: z.string().optional(),
};
const subjectSchema = z.object(oneOrAll);

export const disableLinkCommand = defineChange({
  usage: "disable [link]",
  summary: "disable a link, or all links of a creator",
  about: `Disables a link: within a second, visitors see a page that says so (410) and clicks no longer count. The developer cannot enable it again. ${named} With --user, disables all live links of a creator, at most 200 at once: liveLinks says how many are left, and \`links enable --user\` enables the same links again. The creator can still join campaigns; \`users suspend\` ends that. Needs a token with the scope links:write.`,
  examples: [
    'links disable k3Xw9Rab --reason "a click farm"',
    'links disable k3Xw9Rab --reason "a click farm" --dry-run --json',
    'links disable --user chris --reason "a click farm"',
  ],
  options: (command) => userOption(command, "all live links of this creator"),
  optionsInput: oneOrAll,
  send: (client, _, json, given) => {
    const subject = readSubject(given);
    return "user" in subject
      ? client.api.admin.users[":user"].links.disable.$post({ param: subject, json })
      : client.api.admin.links[":code"].disable.$post({ param: subject, json });
  },
});

export const enableLinkCommand = defineChange({
  usage: "enable [link]",
  summary: "enable a link that an operator disabled, or all of a creator",
  about: `Enables a link that an operator disabled. A link that its developer disabled stays disabled. ${named} With --user, enables the links of a creator that \`links disable --user\` disabled, at most 200 at once; links that were disabled one by one stay disabled. Needs a token with the scope links:write.`,
  examples: [
    'links enable k3Xw9Rab --reason "it was their own test"',
    'links enable --user chris --reason "a mistake"',
  ],
  options: (command) => userOption(command, "all links of this creator that were disabled at once"),
  optionsInput: oneOrAll,
  send: (client, _, json, given) => {
    const subject = readSubject(given);
    return "user" in subject
      ? client.api.admin.users[":user"].links.enable.$post({ param: subject, json })
      : client.api.admin.links[":code"].enable.$post({ param: subject, json });
  },
});

function userOption(command: Command, about: string): Command {
  return command.option("--user <name>", `${about}: an id, e-mail address or name`);
}

/** Throws `validation` unless exactly one of link and user is given. */
function readSubject(given: Record<string, unknown>): { code: string } | { user: string } {
  const { link, user } = subjectSchema.parse(given);
  if (link !== undefined && user === undefined) return { code: link };
  if (user !== undefined && link === undefined) return { user };
  throw new AppError("validation", "Give a link, or --user for all links of a creator.");
}
