import { defineActs } from "../../define-acts";

export const decideCampaignCommand = defineActs({
  usage: "<campaign>",
  summary: "pause, resume, disable or restore a campaign, remove its cover",
  about: "The developer sees the reason. Needs a token with the scope campaigns:write.",
  examples: ['campaigns decide pause "Tower of Tides" --reason "The game is gone."'],
  acts: {
    pause: {
      about:
        "Visitors still reach the game, but their clicks are not paid. The developer cannot resume it.",
      send: ({ api }, id, json) => api.admin.campaigns[":id"].pause.$post({ param: { id }, json }),
    },
    resume: {
      about:
        "Resumes a campaign that an operator paused, or that the platform paused after a dispute or a loss. If the developer had paused it before, it stays paused.",
      send: ({ api }, id, json) => api.admin.campaigns[":id"].resume.$post({ param: { id }, json }),
    },
    disable: {
      about:
        "Disables all links of a campaign: within a second, visitors see a page that says so (410). Earlier clicks are still judged and paid. At the campaign's end, the rest of the budget returns to the developer's wallet.",
      send: ({ api }, id, json) =>
        api.admin.campaigns[":id"].disable.$post({ param: { id }, json }),
    },
    restore: {
      about: "Enables a campaign that an operator disabled: its links lead to the game again.",
      send: ({ api }, id, json) =>
        api.admin.campaigns[":id"].restore.$post({ param: { id }, json }),
    },
    "remove-cover": {
      about:
        "Deletes the cover image, also from other campaigns that show the same one, and refuses it from then on. Copies in browsers and in a CDN stay there until they expire or are purged.",
      send: ({ api }, id, json) =>
        api.admin.campaigns[":id"]["remove-cover"].$post({ param: { id }, json }),
    },
  },
});
