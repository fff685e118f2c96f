import { objectionDetailSchema } from "@fairclick/core/clicks/objections-schema";
import { z } from "zod";
import { openApi } from "../../../connection/open-api";
import { apiOptions, targetInput } from "../../../connection/target-options";
import { defineCommand } from "../../../define-command";
import { formatMoment } from "../../../output/format";
import { describeObjection } from "./describe-objection";

/** Max clicks in the text; `--json` has all of them. */
const SHOWN = 20;

export const showObjectionCommand = defineCommand({
  usage: "show <objection>",
  summary: "show an objection with its clicks",
  about:
    "Shows an objection, its clicks per creator with the players that the game reported, and the newest clicks. `clicks show` explains one of them. Needs a token with the scope clicks:read.",
  examples: ["objections show 01900000-0000-7000-8000-000000000001"],
  options: apiOptions,
  input: z.object({ ...targetInput, objection: z.string() }),
  output: objectionDetailSchema,
  run: async (host, { objection: id, ...target }) => {
    const api = openApi(host, target);
    return (await api.call((client) => client.api.admin.objections[":id"].$get({ param: { id } })))
      .data;
  },
  text: (objection, paint) => {
    const { creators, items } = objection;
    return [
      ...describeObjection(objection, paint),
      "",
      ...creators.map(
        ({ creator, clicks, valid, joined, returned }) =>
          `${creator}: ${clicks} clicks, ${valid} still valid, ${joined} joined the game, ${returned} returned`,
      ),
      "",
      ...items
        .slice(0, SHOWN)
        .map(
          ({ id, clickedAt, creator, verdict, country, device }) =>
            `${id}  ${formatMoment(clickedAt)}  ${verdict ?? "no longer kept"}  ${country ?? "unknown"}  ${device ?? "unknown"}  ${creator}`,
        ),
      ...(items.length > SHOWN ? [`and ${items.length - SHOWN} more: --json shows all`] : []),
    ].join("\n");
  },
});
