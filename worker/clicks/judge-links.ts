import {
  finishFindings as finishContract,
  judgeLinks as judgeContract,
} from "@fairclick/core/jobs";
import { judgeAllLinks } from "@fairclick/services/clicks/links/find-findings";
import { finishFindings } from "@fairclick/services/clicks/links/finish-findings";
import { defineJob } from "../define-job";

export const judgeLinksJob = defineJob(judgeContract, { run: judgeAllLinks });
export const finishFindingsJob = defineJob(finishContract, { run: finishFindings });
