import { type Channel, isSameChannel, platformNames } from "@fairclick/core/accounts/channels";
import { showStored, stored } from "@fairclick/core/language/stored-text";
import { t } from "@fairclick/core/language/t";
import { inLanguage } from "../../language/in-language";
import type { FetchPage } from "../../outgoing/fetch-page";
import { SendProblem } from "../../outgoing/send-request";
import { readOwnerTexts } from "./read-owner-texts";

const UNREADABLE = stored`The page could not be read.`;

/**
 * Fetches a channel's page and looks for the code where only the channel's owner can write. Returns
 * what is wrong, in words for the owner; null if the code was found. The problem is stored, so it is
 * in English; `showProblem` translates it.
 */
export function checkPage(
  fetchPage: FetchPage,
  channel: Channel & { code: string },
): Promise<string | null> {
  return inLanguage("en", () => findCode(fetchPage, channel));
}

async function findCode(
  fetchPage: FetchPage,
  channel: Channel & { code: string },
): Promise<string | null> {
  const { platform, url, code } = channel;
  let html: string | null;
  try {
    html = await fetchPage(url, (next) => isSameChannel(channel, next));
  } catch (error) {
    if (!(error instanceof SendProblem)) throw error;
    return `${UNREADABLE} ${error.message}.`;
  }
  if (html === null) return stored`There is no such page.`;
  const texts = await readOwnerTexts(html);
  if (texts.some((text) => text.toLowerCase().includes(code))) return null;
  const isHidden = texts.length === 0 && platform !== "website";
  return isHidden ? describeHidden(channel) : describeMissing(channel);
}

/** Translates a stored problem of a channel. */
export function showProblem(
  channel: Pick<Channel, "platform"> & { code: string; problem: string },
) {
  const writers = [() => describeHidden(channel), () => describeMissing(channel)];
  const found = writers.find((write) => inLanguage("en", write) === channel.problem);
  if (found) return found();
  const detail = channel.problem.startsWith(UNREADABLE) && channel.problem.slice(UNREADABLE.length);
  return detail ? `${showStored(UNREADABLE)}${detail}` : showStored(channel.problem);
}

function describeHidden({ platform }: Pick<Channel, "platform">): string {
  return t`${platformNames[platform]} shows no description to visitors who are not signed in. Ask an operator to confirm the channel.`;
}

function describeMissing({ code }: { code: string }): string {
  return t`The code ${code} is not in the page's description.`;
}
