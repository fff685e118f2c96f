import { defineChange } from "../../define-change";

const scope = "Needs a token with the scope campaigns:write.";
const told = "Its developer reads the reason.";

export const pauseCampaignCommand = defineChange({
  usage: "pause <campaign>",
  summary: "stop paying for a campaign's clicks",
  about: `Pauses a campaign so that its developer cannot resume it: visitors still reach the game, and their clicks are not paid. ${told} ${scope}`,
  examples: ['campaigns pause 01900000-0000-7000-8000-000000000001 --reason "The game is gone."'],
  send: (client, id, json) =>
    client.api.admin.campaigns[":id"].pause.$post({ param: { id }, json }),
});

export const resumeCampaignCommand = defineChange({
  usage: "resume <campaign>",
  summary: "lift a pause that its developer cannot lift",
  about: `Lifts the pause of an operator, or the one that follows a dispute or a loss. What the developer had paused before stays paused. ${scope}`,
  examples: ['campaigns resume 01900000-0000-7000-8000-000000000001 --reason "The bank gave in."'],
  send: (client, id, json) =>
    client.api.admin.campaigns[":id"].resume.$post({ param: { id }, json }),
});

export const disableCampaignCommand = defineChange({
  usage: "disable <campaign>",
  summary: "stop all links of a campaign",
  about: `Stops all links of a campaign: within a second visitors get a page that says so (410). Clicks from before are judged and paid; what is left goes back to the developer's wallet at the campaign's end. ${told} ${scope}`,
  examples: ['campaigns disable 01900000-0000-7000-8000-000000000001 --reason "It is a scam."'],
  send: (client, id, json) =>
    client.api.admin.campaigns[":id"].disable.$post({ param: { id }, json }),
});

export const restoreCampaignCommand = defineChange({
  usage: "restore <campaign>",
  summary: "undo the disabling of a campaign",
  about: `Undoes the disabling of a campaign; its links lead to the game again. ${scope}`,
  examples: ['campaigns restore 01900000-0000-7000-8000-000000000001 --reason "It was not."'],
  send: (client, id, json) =>
    client.api.admin.campaigns[":id"].restore.$post({ param: { id }, json }),
});
