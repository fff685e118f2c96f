import {
  type ReversalRequest,
  reversalRequestSchema,
} from "@fairclick/core/clicks/click-decisions-schema";
import { confirmChange } from "../../../confirm-change";
import { LONG_WORK_MS, openApi } from "../../../connection/open-api";
import { defineCommand } from "../../../define-command";
import { formatMicros, formatMoment } from "../../../output/format";
import { whileWorking } from "../../../output/while-working";
import { categoryOption, decisionInput, decisionOptions, toSelection } from "../decide";

export const requestReversalCommand = defineCommand({
  usage: "request [clicks...]",
  summary: "request a reversal that a second operator approves",
  about:
    "Requests the reversal of paid clicks when it is more than one operator can take back within 24 hours (REVERSAL_LIMIT_DOLLARS). Takes nothing back: a different operator approves it with `reversals approve`, within 72 hours. Select the clicks as for `clicks reverse`. Shows the request and asks for confirmation; --yes skips the question, --dry-run only shows it. Needs a token with the scope clicks:decide.",
  examples: [
    'reversals request --creator 01900000-0000-7000-8000-000000000004 --category bought_clicks --reason "sold on a forum"',
  ],
  options: (command) => decisionOptions(categoryOption(command)),
  input: decisionInput,
  output: reversalRequestSchema,
  run: async (host, { reason, category, dryRun, yes, ...given }) => {
    const clicks = toSelection(given);
    const api = openApi(host, given);
    const ask = async (isDry: boolean) => {
      const json = { clicks, reason, category, dryRun: isDry };
      const answer = api.call((client) => client.api.admin.reversals.$post({ json }), {
        limitMs: LONG_WORK_MS,
      });
      return (await whileWorking(host, "Reading the clicks", answer)).data;
    };
    if (yes && !dryRun) return ask(false);
    const foreseen = await ask(true);
    if (dryRun) return foreseen;
    await confirmChange(host, foreseen, describeRequest);
    return ask(false);
  },
  text: (request, paint) =>
    [
      describeRequest(request),
      request.id === null
        ? paint.warn("Dry run: nothing was requested.")
        : paint.good(`A different operator approves it: fairclick reversals approve ${request.id}`),
    ].join("\n"),
});

function describeRequest({ clicks, micros, expiresAt }: ReversalRequest): string {
  const amount = formatMicros(micros);
  return `Would take back ${clicks.toLocaleString("en-US")} clicks, ${amount}, if a second operator approves it by ${formatMoment(expiresAt)}.`;
}
