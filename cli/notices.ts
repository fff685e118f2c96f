import { AppError } from "@fairclick/core/errors";
import { bounceSchema, mails } from "@fairclick/core/notices/notices";
import { z } from "zod";
import { defineActs } from "./frame/change";
import type { Noun } from "./frame/command";
import { CliError } from "./frame/failures";
import { listCommand } from "./frame/resource";

/** Servers return the headers of a mail, or all of it. */
const MAX_CHARACTERS = 1_000_000;

const decideInput = { address: z.string().optional(), dsn: z.literal("-").optional() };

const decideMailCommand = defineActs({
  usage: "[address]",
  summary: "stop all mails to an address, or allow them again",
  about: "Needs a token with the scope mail:write.",
  examples: [
    'mail decide suppress gone@mail.example --reason "its mails come back"',
    "mail decide suppress --dsn - --reason bounce --yes < bounce.eml",
    'mail decide release back@mail.example --reason "the mailbox exists again"',
  ],
  options: (command) =>
    command.option("--dsn <input>", "- reads a delivery status notification from standard input"),
  optionsInput: decideInput,
  read: async (host, given) => {
    const { address, dsn } = z.object(decideInput).parse(given);
    if ((address === undefined) === (dsn === undefined)) {
      throw new CliError("validation", "Name either an address or --dsn -.", "Try --help.");
    }
    if (dsn === undefined) return {};
    const { readBounce } = await import("./read-bounce");
    return { bounce: await readBounce(await host.readInput(MAX_CHARACTERS)) };
  },
  acts: {
    suppress: {
      about:
        "Stops all mails to an address, such as one whose mails come back. Its owner still sees notices in the app. With --dsn -, the address is read from a delivery status notification (RFC 3464) on standard input, so that a mail server can pipe bounces into this command. It counts only if it reports a permanent failure of a mail that was sent to that address within 30 days, by its Message-ID; failures by policy (5.7) do not count.",
      send: ({ api }, _, json, { address, bounce }) =>
        bounce === undefined
          ? api.admin.mail[":act"].$post({
              param: { act: "suppress" },
              json: { ...json, address: z.string().parse(address) },
            })
          : api.admin.mail.bounce.$post({ json: { ...json, ...bounceSchema.parse(bounce) } }),
    },
    release: {
      about: "Allows mails to an address again. Mails that were skipped meanwhile are not sent.",
      send: ({ api }, _, json, { address }) => {
        if (address === undefined) throw new AppError("validation", "Name an address.");
        return api.admin.mail[":act"].$post({
          param: { act: "release" },
          json: { ...json, address: z.string().parse(address) },
        });
      },
    },
  },
});

export const noticesNouns: readonly Noun[] = [
  {
    name: "mail",
    summary: "see mails that could not be sent, stop mails to an address",
    commands: [listCommand(mails), decideMailCommand],
  },
];
