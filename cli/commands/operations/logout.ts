import { AppError } from "@fairclick/core/errors";
import { z } from "zod";
import { connectWith } from "../../connection/open-api";
import { DEFAULT_PROFILE, deleteProfile, readProfiles } from "../../connection/profiles";
import { defineCommand } from "../../define-command";
import type { Env } from "../../env";
import { CliError } from "../../failures";
import { whileWorking } from "../../output/while-working";

export const logout = defineCommand({
  usage: "logout",
  summary: "revoke the stored token and delete its profile",
  about:
    "Revokes the token of a profile at its server and deletes the profile. If the server does not answer, the profile stays; --forget deletes it anyway, and the token stays valid until it expires or is revoked.",
  examples: ["logout", "logout --profile staging", "logout --forget"],
  options: (command) =>
    command
      .option("--profile <name>", "name of the profile", DEFAULT_PROFILE)
      .option("--forget", "delete the profile without revoking its token", false),
  input: z.object({ profile: z.string().min(1), forget: z.boolean() }),
  output: z.object({ profile: z.string(), api: z.string(), revoked: z.boolean() }),
  run: async (host, { profile, forget }) => {
    const stored = readProfiles(host.env)[profile];
    if (!stored) {
      throw new CliError(
        "not_found",
        `There is no profile "${profile}".`,
        "`fairclick whoami` lists the profiles.",
      );
    }
    const { api, token } = stored;
    const revoked =
      !forget &&
      (await whileWorking(host, `Signing out of ${api}`, revoke(host.env, { api, token })));
    deleteProfile(host.env, profile);
    return { profile, api, revoked };
  },
  text: ({ profile, api, revoked }) =>
    revoked
      ? `Signed out of ${api}: the token is revoked, and the profile "${profile}" is deleted.`
      : `The profile "${profile}" is deleted. The token was not revoked at ${api}.`,
});

/** Returns false if the token was not valid any more. */
async function revoke(env: Env, target: { api: string; token: string }): Promise<boolean> {
  try {
    await connectWith(env, target).call((client) => client.api.admin.me["sign-out"].$post());
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === "unauthenticated") return false;
    throw error;
  }
}
