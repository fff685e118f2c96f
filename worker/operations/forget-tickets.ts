import { forgetTickets as contract } from "@fairclick/core/jobs";
import { forgetUserNotes } from "@fairclick/services/accounts/watching/user-notes";
import { forgetTickets } from "@fairclick/services/operations/tickets/forget-tickets";
import { defineJob } from "../define-job";

export const forgetTicketsJob = defineJob(contract, {
  run: async (ctx) => {
    await forgetTickets(ctx);
    await forgetUserNotes(ctx);
  },
});
