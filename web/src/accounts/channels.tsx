import {
  type ChannelResponse,
  describeChannel,
  proofPlaces,
} from "@fairclick/core/accounts/channels";
import { t } from "@fairclick/core/language/t";
import { queryOptions, useMutation, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { useState } from "react";
import { describeFailure, errorMessage, readAnswer } from "../api/answer";
import { api } from "../api/client";
import { Button } from "../ui/button";
import { useApiChange } from "../ui/change";
import { CopyLink } from "../ui/copy-button";
import { FieldError, Form, TextField } from "../ui/fields";
import { Mark } from "../ui/figures";
import { Card, Part } from "../ui/layout";
import { notify } from "../ui/notify";
import { useChange } from "./changes";

/** The account's channels, and how each one is proved. */
export function ChannelsCard() {
  return (
    <Card title={t`Your channels`}>
      <p className="mb-4 text-soft">
        {t`Prove that a channel is yours, and developers see a mark beside your name. Some campaigns accept verified creators only.`}
      </p>
      <Part loading={t`Loading channels`} failure={t`Your channels could not be loaded.`}>
        <Channels />
      </Part>
      <AddChannel />
    </Card>
  );
}

function Channels() {
  const { data: channels } = useSuspenseQuery(channelsQuery);
  return (
    <ul className="divide-y-2 divide-dashed divide-rule">
      {channels.map((channel: ChannelResponse) => (
        <ChannelItem key={channel._id} channel={channel} />
      ))}
    </ul>
  );
}

function AddChannel() {
  const [url, setUrl] = useState("");
  const add = useChange((json: { url: string }) => readAnswer(api.users.channels.$post({ json })));

  return (
    <Form
      className="mt-5 space-y-3"
      onSubmit={() => add.mutate({ url }, { onSuccess: () => setUrl("") })}
    >
      <TextField
        label={t`Address of a channel`}
        placeholder="https://www.youtube.com/@name"
        hint={t`YouTube, TikTok, Twitch, Instagram, X, or the home page of your own website.`}
        value={url}
        onChange={(event) => setUrl(event.currentTarget.value)}
        disabled={add.isPending}
      />
      <FieldError message={describeFailure(add.error)} />
      <Button type="submit" disabled={url.trim() === "" || add.isPending}>
        {add.isPending ? t`Adding...` : t`Add channel`}
      </Button>
    </Form>
  );
}

/** One channel: its state, and until it is verified the code that proves it and a check on demand. */
function ChannelItem({ channel }: { channel: ChannelResponse }) {
  const name = describeChannel(channel);
  const { check, remove } = useChannelChanges(channel._id);
  const isBusy = check.isPending || remove.isPending;
  return (
    <li className="space-y-3 py-4">
      <p className="flex flex-wrap items-center gap-3">
        <a
          href={channel.url}
          target="_blank"
          rel="noopener noreferrer"
          className="break-all font-semibold"
        >
          {name}
        </a>
        <State channel={channel} />
      </p>
      {channel.verifiedAt || channel.revoked ? null : (
        <>
          <div className="flex flex-wrap items-center gap-3">
            <code className="break-all">{channel.code}</code>
            <CopyLink
              link={channel.code}
              label={t`Copy code`}
              copied={t`Code copied to clipboard!`}
            />
          </div>
          <p className="text-sm text-soft">{proofPlaces[channel.platform]}</p>
          {channel.platform === "website" ? (
            <p className="break-all text-sm text-soft">{t`The link: ${channel.linkBack}`}</p>
          ) : null}
        </>
      )}
      {channel.problem ? <p className="break-words text-sm">{channel.problem}</p> : null}
      {channel.revoked ? (
        <p className="text-sm text-soft">{t`Only Fairclick can verify this channel again.`}</p>
      ) : (
        <div className="flex flex-wrap gap-3">
          {channel.verifiedAt ? null : (
            <Button disabled={isBusy} onClick={() => check.mutate()}>
              {check.isPending ? t`Checking...` : t`Check now`}
              <span className="sr-only"> {name}</span>
            </Button>
          )}
          <Button disabled={isBusy} aria-label={t`Remove ${name}`} onClick={() => remove.mutate()}>
            {t`Remove`}
          </Button>
        </div>
      )}
    </li>
  );
}

function State({ channel }: { channel: ChannelResponse }) {
  if (channel.revoked) return <Mark tone="invalid">{t`REVOKED`}</Mark>;
  if (channel.verifiedAt) return <Mark tone="valid">{t`VERIFIED`}</Mark>;
  return <Mark tone="pending">{t`NOT VERIFIED`}</Mark>;
}

function useChannelChanges(id: string) {
  const queryClient = useQueryClient();
  const check = useMutation({
    mutationFn: () => readAnswer(api.users.channels[":id"].check.$post({ param: { id } })),
    onSuccess: ({ message, data }) => {
      if (data.problem === null) notify.success(message);
      else notify.error(message);
    },
    onError: (error) => notify.error(errorMessage(error, t`Failed to check this channel.`)),
    onSettled: () => queryClient.invalidateQueries(channelsQuery),
  });
  const remove = useApiChange(
    () => readAnswer(api.users.channels[":id"].$delete({ param: { id } })),
    { failure: t`Failed to remove this channel.`, refresh: [channelsQuery.queryKey] },
  );
  return { check, remove };
}

const channelsQuery = queryOptions({
  queryKey: ["profile", "channels"],
  queryFn: async () => (await readAnswer(api.users.channels.$get())).data,
});
