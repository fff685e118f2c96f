import { defineActs } from "../../../define-acts";

export const decideAppealCommand = defineActs({
  usage: "<appeal>",
  summary: "accept or decline an appeal",
  about: "The creator sees the reason. Needs a token with the scope clicks:decide.",
  examples: [
    'appeals decide accept 01900000-0000-7000-8000-000000000001 --reason "You are right."',
  ],
  acts: {
    accept: {
      about: "Pays the click. If the campaign's budget is too small, the appeal stays open.",
      send: ({ api }, id, json) => api.admin.appeals[":id"].accept.$post({ param: { id }, json }),
    },
    decline: {
      about: "The click stays invalid and cannot be appealed again.",
      send: ({ api }, id, json) => api.admin.appeals[":id"].decline.$post({ param: { id }, json }),
    },
  },
});
