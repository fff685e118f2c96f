import { z } from "zod";
import { defineChange } from "../../../define-change";

const scope = "Needs a token with the scope campaigns:write.";
const id = "01900000-0000-7000-8000-000000000001";
const optionsInput = { host: z.boolean().default(false) };
const optionsSchema = z.object(optionsInput);

export const confirmReportCommand = defineChange({
  usage: "confirm <report>",
  summary: "show visitors a warning instead of an address",
  about: `Confirms reports of an address. Visitors of all links to it see a warning and are not sent there, also for ended campaigns. Its campaigns are stopped: their clicks are not paid, and nobody can join. Their developers are notified of the reason, and can end them, which returns the budget. No other campaign can lead there. ${scope}`,
  examples: [
    `reports confirm ${id} --reason "The page asks for Roblox passwords."`,
    `reports confirm ${id} --host --reason "Every page of this website is a scam."`,
  ],
  options: (command) =>
    command.option("--host", "the whole website with its subdomains, not only this address"),
  optionsInput,
  send: (client, report, json, given) =>
    client.api.admin.reports[":id"].confirm.$post({
      param: { id: report },
      json: { ...json, wholeHost: optionsSchema.parse(given).host },
    }),
});

export const dismissReportCommand = defineChange({
  usage: "dismiss <report>",
  summary: "declare a reported address harmless",
  about: `Dismisses the reports of an address, and lifts its warning if it was confirmed. For a day, further reports are only stored; later ones open the address again. ${scope}`,
  examples: [`reports dismiss ${id} --reason "It is an ordinary game."`],
  send: (client, report, json) =>
    client.api.admin.reports[":id"].dismiss.$post({ param: { id: report }, json }),
});

export const reopenReportCommand = defineChange({
  usage: "reopen <report>",
  summary: "take a decision about a reported address back",
  about: `Opens a confirmed or dismissed address again. Its warning is lifted, and its campaigns continue unless something else stops them. ${scope}`,
  examples: [`reports reopen ${id} --reason "The developer has removed the form."`],
  send: (client, report, json) =>
    client.api.admin.reports[":id"].reopen.$post({ param: { id: report }, json }),
});
