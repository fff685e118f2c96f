import { AppError } from "@fairclick/core/errors";
import { z } from "zod";
import { defineActs } from "../../../define-acts";

const named = "A link is given by its code, the last part of its short URL.";
const oneOrAll = {
  link: z.string().optional(),
  user: z.string().optional(),
};
const subjectSchema = z.object(oneOrAll);

export const decideLinkCommand = defineActs({
  usage: "[link]",
  summary: "disable or enable a link, or all links of a creator",
  about: `${named} Needs a token with the scope links:write.`,
  examples: [
    'links decide disable k3Xw9Rab --reason "a click farm"',
    'links decide disable --user chris --reason "a click farm" --dry-run',
  ],
  options: (command) =>
    command.option("--user <name>", "all links of this creator: an id, e-mail address or name"),
  optionsInput: oneOrAll,
  acts: {
    disable: {
      about:
        "Within a second, visitors see a page that says so (410) and clicks no longer count. The developer cannot enable the link again. With --user, disables all live links of a creator, at most 200 at once: liveLinks says how many are left. The creator can still join campaigns; `users decide suspend` ends that.",
      send: ({ api }, _, json, given) => {
        const subject = readSubject(given);
        return "user" in subject
          ? api.admin.users[":user"].links.disable.$post({ param: subject, json })
          : api.admin.links[":code"].disable.$post({ param: subject, json });
      },
    },
    enable: {
      about:
        "Enables a link that an operator disabled. A link that its developer disabled stays disabled. With --user, enables the links of a creator that were disabled at once, at most 200; links that were disabled one by one stay disabled.",
      send: ({ api }, _, json, given) => {
        const subject = readSubject(given);
        return "user" in subject
          ? api.admin.users[":user"].links.enable.$post({ param: subject, json })
          : api.admin.links[":code"].enable.$post({ param: subject, json });
      },
    },
  },
});

/** Throws `validation` unless exactly one of link and user is given. */
function readSubject(given: Record<string, unknown>): { code: string } | { user: string } {
  const { link, user } = subjectSchema.parse(given);
  if (link !== undefined && user === undefined) return { code: link };
  if (user !== undefined && link === undefined) return { user };
  throw new AppError("validation", "Give a link, or --user for all links of a creator.");
}
