import { deleteCovers as contract } from "@fairclick/core/jobs";
import { deleteCovers } from "@fairclick/services/campaigns/covers/delete-covers";
import { openCoverStore } from "@fairclick/services/campaigns/covers/open-cover-store";
import { defineJob } from "../define-job";

export const deleteCoversJob = defineJob(contract, {
  run: (ctx, _payload, { config }) => deleteCovers(ctx, openCoverStore(config)),
});
