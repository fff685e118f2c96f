import {
  finishFindings as finishContract,
  judgeLinks as judgeContract,
} from "@fairclick/core/jobs";
import { finishFindings, judgeAllLinks } from "@fairclick/services/clicks/findings";
import { defineJob } from "../define-job";

export const judgeLinksJob = defineJob(judgeContract, { run: judgeAllLinks });
export const finishFindingsJob = defineJob(finishContract, { run: finishFindings });
