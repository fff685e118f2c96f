import { isUuid } from "@fairclick/core/ids";
import type { Command } from "commander";
import { z } from "zod";
import { CliError } from "../failures";
import type { Host } from "../host";
import { type Api, openApi } from "./open-api";
import { targetInput } from "./target-options";

const targetSchema = z.object(targetInput);
const MAX_FOUND = 100;

/**
 * Replaces names by ids in a command's input: the name of a campaign in `campaign`, and the name or e-mail
 * address of a user where an option takes the id of a creator. Throws a `CliError` if no campaign, or more
 * than one, has the name.
 */
export async function resolveNames<Input extends Record<string, unknown>>(
  host: Host,
  command: Command,
  input: Input,
): Promise<Input> {
  const { campaign, creator } = input;
  const takesApi = command.options.some(({ long }) => long === "--api");
  if (!takesApi) return input;
  const needsCreator = command.options.some(({ flags }) => flags === "--creator <id>");
  const api = () => openApi(host, targetSchema.parse(input));
  return {
    ...input,
    ...(isName(campaign) ? { campaign: await findCampaign(api(), campaign) } : {}),
    ...(needsCreator && isName(creator) ? { creator: await findUser(api(), creator) } : {}),
  };
}

function isName(value: unknown): value is string {
  return typeof value === "string" && !isUuid(value);
}

async function findCampaign(api: Api, name: string): Promise<string> {
  const query = { search: name, limit: String(MAX_FOUND) };
  const { data } = await api.call((client) => client.api.admin.campaigns.$get({ query }));
  const same = data.filter((each) => each.name.toLowerCase() === name.trim().toLowerCase());
  const [only] = same;
  if (only && same.length === 1) return only.id;
  const list = (same.length > 0 ? same : data)
    .slice(0, 5)
    .map((each) => `"${each.name}" of ${each.developer} (${each.id})`);
  throw new CliError(
    same.length > 0 ? "conflict" : "not_found",
    same.length > 0
      ? `${same.length} campaigns are called "${name}".`
      : `There is no campaign "${name}".`,
    list.length > 0
      ? `Give its id: ${list.join(", ")}.`
      : "`fairclick campaigns list --search` finds campaigns by a part of their name.",
  );
}

async function findUser(api: Api, user: string): Promise<string> {
  const { data } = await api.call((client) =>
    client.api.admin.users[":user"].$get({ param: { user } }),
  );
  return data.id;
}
