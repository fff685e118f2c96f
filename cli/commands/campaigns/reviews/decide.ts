import { defineChange } from "../../../define-change";

const scope = "The developer is notified. Needs a token with the scope campaigns:write.";

export const approveReviewCommand = defineChange({
  usage: "approve <review>",
  summary: "make a campaign live, or send its visitors to its new address",
  about: `Approves a campaign or its new address. The developer's other campaigns for this website do not wait again. A pause of another kind stays. ${scope}`,
  examples: [
    'reviews approve 01900000-0000-7000-8000-000000000001 --reason "It is the studio\'s own website."',
  ],
  send: (client, id, json) =>
    client.api.admin.reviews[":id"].approve.$post({ param: { id }, json }),
});

export const rejectReviewCommand = defineChange({
  usage: "reject <review>",
  summary: "end a campaign that waits for review, or refuse its new address",
  about: `Rejects a campaign: it ends, and its budget returns to the developer's wallet. A running campaign whose new address is rejected keeps its former one. The developer sees the reason. ${scope}`,
  examples: [
    'reviews reject 01900000-0000-7000-8000-000000000001 --reason "The page asks for passwords."',
  ],
  send: (client, id, json) => client.api.admin.reviews[":id"].reject.$post({ param: { id }, json }),
});
