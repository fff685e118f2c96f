import { defineChange } from "../../define-change";

const scope = "Needs a token with the scope campaigns:write.";
const reasonShown = "The developer sees the reason.";

export const pauseCampaignCommand = defineChange({
  usage: "pause <campaign>",
  summary: "pause a campaign",
  about: `Pauses a campaign: visitors still reach the game, but their clicks are not paid. The developer cannot resume it. ${reasonShown} ${scope}`,
  examples: ['campaigns pause 01900000-0000-7000-8000-000000000001 --reason "The game is gone."'],
  send: (client, id, json) =>
    client.api.admin.campaigns[":id"].pause.$post({ param: { id }, json }),
});

export const resumeCampaignCommand = defineChange({
  usage: "resume <campaign>",
  summary: "resume a campaign that an operator or the platform paused",
  about: `Resumes a campaign that an operator paused, or that the platform paused after a dispute or a loss. If the developer had paused it before, it stays paused. ${scope}`,
  examples: [
    'campaigns resume 01900000-0000-7000-8000-000000000001 --reason "The bank withdrew the dispute."',
  ],
  send: (client, id, json) =>
    client.api.admin.campaigns[":id"].resume.$post({ param: { id }, json }),
});

export const disableCampaignCommand = defineChange({
  usage: "disable <campaign>",
  summary: "disable a campaign and all its links",
  about: `Disables all links of a campaign: within a second, visitors see a page that says so (410). Earlier clicks are still judged and paid. At the campaign's end, the rest of the budget returns to the developer's wallet. ${reasonShown} ${scope}`,
  examples: ['campaigns disable 01900000-0000-7000-8000-000000000001 --reason "It is a scam."'],
  send: (client, id, json) =>
    client.api.admin.campaigns[":id"].disable.$post({ param: { id }, json }),
});

export const removeCoverCommand = defineChange({
  usage: "remove-cover <campaign>",
  summary: "remove a campaign's cover image",
  about: `Deletes the cover image of a campaign, also from other campaigns that show the same image, and refuses it from then on. Copies in browsers and in a CDN stay there until they expire or are purged. ${reasonShown} ${scope}`,
  examples: [
    'campaigns remove-cover 01900000-0000-7000-8000-000000000001 --reason "It is not yours."',
  ],
  send: (client, id, json) =>
    client.api.admin.campaigns[":id"]["remove-cover"].$post({ param: { id }, json }),
});

export const restoreCampaignCommand = defineChange({
  usage: "restore <campaign>",
  summary: "enable a disabled campaign",
  about: `Enables a campaign that an operator disabled: its links lead to the game again. ${scope}`,
  examples: ['campaigns restore 01900000-0000-7000-8000-000000000001 --reason "It was not."'],
  send: (client, id, json) =>
    client.api.admin.campaigns[":id"].restore.$post({ param: { id }, json }),
});
