import { forgetTickets as contract } from "@fairclick/core/jobs";
import { forgetTickets } from "@fairclick/services/operations/tickets/forget-tickets";
import { defineJob } from "../define-job";

export const forgetTicketsJob = defineJob(contract, { run: (ctx) => forgetTickets(ctx) });
