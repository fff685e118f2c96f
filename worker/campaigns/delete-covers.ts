import { deleteCovers as contract } from "@fairclick/core/jobs";
import { openCoverStore } from "@fairclick/services/campaigns/covers/cover-store";
import { deleteCovers } from "@fairclick/services/campaigns/covers/delete-covers";
import { defineJob } from "../define-job";

export const deleteCoversJob = defineJob(contract, {
  run: (ctx, _payload, { config }) => deleteCovers(ctx, openCoverStore(config)),
});
