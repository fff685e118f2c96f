import { endGuardians as contract } from "@fairclick/core/jobs";
import { endConsentsOfAdults } from "@fairclick/services/accounts/guardians/end-consent";
import { defineJob } from "../define-job";

export const endGuardiansJob = defineJob(contract, {
  run: async (ctx) => {
    await endConsentsOfAdults(ctx);
  },
});
