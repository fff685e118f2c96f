import type { ChannelResponse } from "@fairclick/core/accounts/channels";
import { t } from "@fairclick/core/language/t";
import { type FormEvent, useState } from "react";
import { readAnswer } from "../../../api/answer";
import { api } from "../../../api/client";
import { channelsQuery } from "../../../queries/channels";
import { useLoadedQuery } from "../../../queries/use-loaded-query";
import { Button } from "../../../ui/button";
import { Card } from "../../../ui/card";
import { TextField } from "../../../ui/field";
import { Part } from "../../../ui/part";
import { ChangeFailure } from "./change-failure";
import { ChannelItem } from "./channel-item";
import { useChange } from "./use-change";

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
  const { data: channels } = useLoadedQuery(channelsQuery);
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

  function submit(event: FormEvent) {
    event.preventDefault();
    add.mutate({ url }, { onSuccess: () => setUrl("") });
  }

  return (
    <form noValidate className="mt-5 space-y-3" onSubmit={submit}>
      <TextField
        label={t`Address of a channel`}
        placeholder="https://www.youtube.com/@name"
        hint={t`YouTube, TikTok, Twitch, Instagram, X, or the home page of your own website.`}
        value={url}
        onChange={(event) => setUrl(event.currentTarget.value)}
        disabled={add.isPending}
      />
      <ChangeFailure error={add.error} />
      <Button type="submit" disabled={url.trim() === "" || add.isPending}>
        {add.isPending ? t`Adding...` : t`Add channel`}
      </Button>
    </form>
  );
}
