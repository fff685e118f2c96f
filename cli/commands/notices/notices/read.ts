import { z } from "zod";
import { openApi } from "../../../connection/open-api";
import { apiOptions, targetInput } from "../../../connection/target-options";
import { defineCommand } from "../../../define-command";

export const readNoticesCommand = defineCommand({
  usage: "read <notice>",
  summary: "mark a notice and all older ones as read",
  about:
    "Marks a notice and all older ones as read, for all operators. Problems stay open until they are over. Needs a token with the scope notices:write.",
  examples: ["notices read 01900000-0000-7000-8000-000000000001"],
  options: apiOptions,
  canRepeat: false,
  input: z.object({ ...targetInput, notice: z.string() }),
  output: z.object({ read: z.int() }),
  run: async (host, { notice, ...target }) => {
    const json = { upTo: notice };
    const { data } = await openApi(host, target).call((client) =>
      client.api.admin.notices.read.$post({ json }),
    );
    return data;
  },
  text: ({ read }, paint) => paint.good(`Marked as read: ${read}.`),
});
