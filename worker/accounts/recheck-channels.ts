import { recheckChannels as contract } from "@fairclick/core/jobs";
import { recheckChannels } from "@fairclick/services/accounts/channels/recheck-channels";
import { createPageFetcher } from "@fairclick/services/outgoing/fetch-page";
import { defineJob } from "../define-job";

export const recheckChannelsJob = defineJob(contract, {
  run: (ctx, _, { config }) => recheckChannels(ctx, createPageFetcher({ appUrl: config.appUrl })),
});
