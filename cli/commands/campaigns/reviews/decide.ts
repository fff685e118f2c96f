import { defineActs } from "../../../define-acts";

export const decideReviewCommand = defineActs({
  usage: "<review>",
  summary: "approve or reject a campaign that waits for review",
  about: "The developer is notified of the reason. Needs a token with the scope campaigns:write.",
  examples: [
    'reviews decide reject 01900000-0000-7000-8000-000000000001 --reason "The page asks for passwords."',
  ],
  acts: {
    approve: {
      about:
        "Makes a campaign live, or sends its visitors to its new address. The developer's other campaigns for this website do not wait again. A pause of another kind stays.",
      send: ({ api }, id, json) => api.admin.reviews[":id"].approve.$post({ param: { id }, json }),
    },
    reject: {
      about:
        "Ends a campaign, and its budget returns to the developer's wallet. A running campaign whose new address is rejected keeps its former one.",
      send: ({ api }, id, json) => api.admin.reviews[":id"].reject.$post({ param: { id }, json }),
    },
  },
});
