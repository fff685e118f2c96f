import { t } from "../../language/t";
import type { Channel, ChannelPlatform } from "./channel";

export const platformNames: Record<ChannelPlatform, string> = {
  youtube: "YouTube",
  tiktok: "TikTok",
  twitch: "Twitch",
  instagram: "Instagram",
  x: "X",
  get website() {
    return t`Website`;
  },
};

/** Returns what people read: `YouTube @ann`, or the host of a website. */
export function describeChannel({ platform, name }: Pick<Channel, "platform" | "name">): string {
  return platform === "website" ? name : `${platformNames[platform]} ${name}`;
}

/** Says for each platform where the code belongs, and what a check can read. */
export const proofPlaces: Record<ChannelPlatform, string> = {
  get youtube() {
    return t`Put the code at the beginning of the channel's description. Only the description in the page's head is read, no video and no comment.`;
  },
  get tiktok() {
    return t`Put the code into your bio. Only the description in the page's head is read. If TikTok shows it to signed-in people only, an operator can confirm the channel.`;
  },
  get twitch() {
    return t`Put the code at the beginning of your bio. Only the description in the page's head is read, no panel and no chat.`;
  },
  get instagram() {
    return t`Put the code into your bio. Instagram often shows profiles to signed-in people only; then an operator has to confirm the channel.`;
  },
  get x() {
    return t`Put the code into your bio. X shows profiles to signed-in people only, so in most cases an operator has to confirm the channel.`;
  },
  get website() {
    return t`Put the code into the home page's head, as <meta name="fairclick" content="code">, or as a link back: <link rel="me" href="the link">. Nothing in the body is read, because visitors may have written it.`;
  },
};
