import type { CampaignKey } from "@fairclick/core/conversions/conversions";
import { t } from "@fairclick/core/language/t";
import { useMutation } from "@tanstack/react-query";
import { errorMessage, readAnswer } from "../../../api/answer";
import { api } from "../../../api/client";
import { Button } from "../../../ui/button";
import { formatMoment } from "../../../ui/format/day";
import { notify } from "../../../ui/notify";

type KeyRowProps = {
  campaignId: string;
  apiKey: CampaignKey;
  onRotated: (token: string) => void;
  onSettled: () => void;
};

export function KeyRow({ campaignId, apiKey, onRotated, onSettled }: KeyRowProps) {
  const key = api.campaigns[":id"].keys[":keyId"];
  const param = { id: campaignId, keyId: apiKey.id };
  const onError = (error: unknown) =>
    notify.error(errorMessage(error, t`The key could not be changed.`));
  const rotate = useMutation({
    mutationFn: () => readAnswer(key.rotate.$post({ param })),
    onSuccess: ({ data, message }) => {
      onRotated(data.token);
      notify.success(message);
    },
    onError,
    onSettled,
  });
  const revoke = useMutation({
    mutationFn: () => readAnswer(key.$delete({ param })),
    onSuccess: ({ message }) => notify.success(message),
    onError,
    onSettled,
  });
  const isBusy = rotate.isPending || revoke.isPending;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-rule border-b-2 border-dashed pb-2">
      <span className="min-w-0 flex-1 basis-52">
        <span className="block break-words font-semibold">{apiKey.name}</span>
        <span className="block text-soft text-sm">{describe(apiKey)}</span>
      </span>
      <span className="ml-auto flex">
        {apiKey.endsAt === null ? (
          <Button
            variant="quiet"
            disabled={isBusy}
            aria-label={t`Rotate ${apiKey.name}`}
            onClick={() => rotate.mutate()}
          >
            {t`Rotate`}
          </Button>
        ) : null}
        <Button
          variant="quiet"
          disabled={isBusy}
          aria-label={t`Revoke ${apiKey.name}`}
          onClick={() => revoke.mutate()}
        >
          {t`Revoke`}
        </Button>
      </span>
    </li>
  );
}

function describe({ createdAt, lastUsedAt, endsAt }: CampaignKey): string {
  const used = lastUsedAt && formatMoment(lastUsedAt);
  if (endsAt) {
    const end = formatMoment(endsAt);
    return used
      ? t`Rotated: stops ${end}, last used ${used}`
      : t`Rotated: stops ${end}, never used`;
  }
  const start = formatMoment(createdAt);
  return used ? t`Created ${start}, last used ${used}` : t`Created ${start}, never used`;
}
