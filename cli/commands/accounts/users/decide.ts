import { defineActs } from "../../../define-acts";

export const decideUserCommand = defineActs({
  usage: "<user>",
  summary: "suspend, restore, pardon or recover a user",
  about:
    "A user is given by id, e-mail address or name. Needs a token with the scope users:write, or users:recover for recoveries.",
  examples: ['users decide suspend ann@example.com --reason "Bought clicks."'],
  acts: {
    suspend: {
      about:
        "At once, their links and the links of their campaigns answer 410, their withdrawals are not sent, and they can read everything but change nothing. They keep their money, and earlier clicks are still judged and paid. The user sees the reason.",
      explain:
        "Stops: their links and the links of their campaigns (410), their withdrawals, and every change that they make.\nGoes on: earlier clicks are judged and paid, the money stays theirs, they can read everything.",
      send: ({ api }, user, json) =>
        api.admin.users[":user"].suspend.$post({ param: { user }, json }),
    },
    restore: {
      about: "Ends a suspension: links work again, and waiting withdrawals are sent.",
      explain: "Their links work again, and waiting withdrawals are sent.",
      send: ({ api }, user, json) =>
        api.admin.users[":user"].restore.$post({ param: { user }, json }),
    },
    "pardon-disputes": {
      about:
        "Forgives the disputes of a user until now. Two that are open or lost within 180 days close an account to new campaigns; later ones count again. A debt stays.",
      send: ({ api }, user, json) =>
        api.admin.users[":user"]["pardon-disputes"].$post({ param: { user }, json }),
    },
    recover: {
      about:
        "Starts the recovery of an account whose owner lost every way to sign in. Make sure first that the person who asks is the owner. The user is notified and can cancel it for 72 hours: by the link of the mail, in the app, or by signing in. Afterwards the second factors and the password are removed, everybody is signed out, and a link for a new password is mailed; withdrawals and refunds rest for 72 more hours.",
      send: ({ api }, user, json) => api.admin.recoveries[":user"].$post({ param: { user }, json }),
    },
    "cancel-recovery": {
      about: "Cancels a recovery in its waiting period.",
      send: ({ api }, user, json) =>
        api.admin.recoveries[":user"].cancel.$post({ param: { user }, json }),
    },
  },
});
