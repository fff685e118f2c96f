import { describeChannel, type VerifiedChannel } from "@fairclick/core/accounts/channels";
import { t } from "@fairclick/core/language/t";
import { BadgeCheck } from "lucide-react";

/** The mark of a verified creator, with the channels that the creator has proved. */
export function VerifiedChannels({ channels }: { channels: readonly VerifiedChannel[] }) {
  if (channels.length === 0) return null;
  return (
    <span className="flex flex-wrap items-center gap-x-2 font-normal text-sm">
      <span className="flex items-center gap-1">
        <BadgeCheck aria-hidden="true" className="size-4" />
        {t`Verified:`}
      </span>
      {channels.map((channel) => (
        <a
          key={channel.url}
          href={channel.url}
          target="_blank"
          rel="noopener noreferrer nofollow"
          className="break-all"
        >
          {describeChannel(channel)}
        </a>
      ))}
    </span>
  );
}
