import { defineChange } from "../../../define-change";

export const endGuardianCommand = defineChange({
  usage: "end-guardian <user>",
  summary: "end the consent of a user's guardian",
  about:
    "Ends the consent of the adult who is paid for a user of 13 to 17 years, for example if the guardian lost the link that withdraws it. Disconnects their payout account and cancels a withdrawal that was not sent yet; both get a mail. Only a new consent lets the user withdraw again. A user is given by id, e-mail address or name. Needs a token with the scope users:write.",
  examples: ['users end-guardian ann --reason "Ticket 01900000: the mother withdraws."'],
  send: (client, user, json) =>
    client.api.admin.users[":user"]["end-guardian"].$post({ param: { user }, json }),
});
