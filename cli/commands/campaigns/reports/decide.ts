import { z } from "zod";
import { defineActs } from "../../../define-acts";

const optionsInput = { host: z.boolean().default(false) };
const optionsSchema = z.object(optionsInput);

export const decideReportCommand = defineActs({
  usage: "<report>",
  summary: "confirm, dismiss or reopen reports of an address",
  about: "Needs a token with the scope campaigns:write.",
  examples: [
    'reports decide confirm 01900000-0000-7000-8000-000000000001 --host --reason "Every page of this website is a scam."',
  ],
  options: (command) =>
    command.option(
      "--host",
      "confirm for the whole website with its subdomains, not only this address",
    ),
  optionsInput,
  acts: {
    confirm: {
      about:
        "Visitors of all links to the address see a warning and are not sent there, also for ended campaigns. Its campaigns are stopped: their clicks are not paid, and nobody can join. Their developers are notified of the reason, and can end them, which returns the budget. No other campaign can lead there.",
      send: ({ api }, id, json, given) =>
        api.admin.reports[":id"].confirm.$post({
          param: { id },
          json: { ...json, wholeHost: optionsSchema.parse(given).host },
        }),
    },
    dismiss: {
      about:
        "Dismisses the reports of an address, and lifts its warning if it was confirmed. For a day, further reports are only stored; later ones open the address again.",
      send: ({ api }, id, json) => api.admin.reports[":id"].dismiss.$post({ param: { id }, json }),
    },
    reopen: {
      about:
        "Opens a confirmed or dismissed address again. Its warning is lifted, and its campaigns continue unless something else stops them.",
      send: ({ api }, id, json) => api.admin.reports[":id"].reopen.$post({ param: { id }, json }),
    },
  },
});
