import type { CampaignKey } from "@fairclick/core/conversions/conversions";
import { t } from "@fairclick/core/language/t";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { errorMessage, readAnswer } from "../../../api/answer";
import { api } from "../../../api/client";
import { campaignConversionsQuery } from "../../../queries/conversions";
import { Button } from "../../../ui/button";
import { Card } from "../../../ui/card";
import { TextField } from "../../../ui/field";
import { notify } from "../../../ui/notify";
import { FreshToken } from "./fresh-token";
import { KeyRow } from "./key-row";

type KeysCardProps = {
  campaignId: string;
  keys: CampaignKey[];
  freshToken: string | null;
  onFreshToken: (token: string | null) => void;
};

/** API keys of a game. A token is shown once, when it is created. */
export function KeysCard({ campaignId, keys, freshToken, onFreshToken }: KeysCardProps) {
  const queryClient = useQueryClient();
  const [name, setName] = useState("");
  const refresh = () => queryClient.invalidateQueries(campaignConversionsQuery(campaignId));
  const create = useMutation({
    mutationFn: () =>
      readAnswer(
        api.campaigns[":id"].keys.$post({ param: { id: campaignId }, json: { name: name.trim() } }),
      ),
    onSuccess: ({ data, message }) => {
      setName("");
      onFreshToken(data.token);
      notify.success(message);
      return refresh();
    },
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    create.mutate();
  }

  return (
    <Card title={t`API keys`}>
      {freshToken ? <FreshToken token={freshToken} /> : null}
      <ul className="mb-4 space-y-2">
        {keys.map((key) => (
          <KeyRow
            key={key.id}
            campaignId={campaignId}
            apiKey={key}
            onRotated={onFreshToken}
            onSettled={refresh}
          />
        ))}
      </ul>
      <form onSubmit={submit} className="flex flex-wrap items-end gap-3">
        <div className="min-w-48 flex-1">
          <TextField
            label={t`Name of a new key`}
            value={name}
            placeholder={t`Game server`}
            maxLength={60}
            autoComplete="off"
            error={
              create.isError
                ? errorMessage(create.error, t`The key could not be created.`)
                : undefined
            }
            onChange={(event) => setName(event.target.value)}
          />
        </div>
        <Button type="submit" disabled={create.isPending || name.trim() === ""}>
          {t`Create key`}
        </Button>
      </form>
    </Card>
  );
}
