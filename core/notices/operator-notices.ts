import { z } from "zod";
import { defineNotice } from "./define-notice";

const problem = z.object({ title: z.string(), watch: z.string(), subject: z.string() });

export const problemBegan = defineNotice({
  kind: "problem.began",
  topic: "operations",
  event: () => "Something waits too long or is wrong",
  recipients: () => "the operators",
  mail: "optional",
  schema: problem.extend({ detail: z.string(), advice: z.string() }),
  text: ({ title, detail, advice }) => ({ title, paragraphs: [detail, advice], action: null }),
});

export const problemOver = defineNotice({
  kind: "problem.over",
  topic: "operations",
  event: () => "A problem is over",
  recipients: () => "the operators",
  mail: "optional",
  schema: problem.extend({ beganAt: z.iso.datetime() }),
  text: ({ title, beganAt }) => ({
    title: `Over: ${title}`,
    paragraphs: [`It began at ${beganAt.slice(0, 16).replace("T", " ")} UTC.`],
    action: null,
  }),
});
