import { type CreatorContent, describeWanted } from "@fairclick/core/accounts/creator-content";
import type { CampaignResponse } from "@fairclick/core/campaigns/campaign";
import { editCampaignSchema } from "@fairclick/core/campaigns/campaign-input";
import { coverInputSchema } from "@fairclick/core/campaigns/covers";
import { parseRobloxLink } from "@fairclick/core/campaigns/destination";
import { gameUrlSchema } from "@fairclick/core/campaigns/game-url";
import { t } from "@fairclick/core/language/t";
import { zodResolver } from "@hookform/resolvers/zod";
import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { campaignLinksQuery } from "../queries/own-campaigns";
import { Button } from "../ui/button";
import { ContentPicker } from "../ui/content-picker";
import { Dialog } from "../ui/dialog";
import { Form, TextArea, TextField } from "../ui/fields";
import { AudienceChoice, type ChosenAudience, JoinRuleChoice, toAudience } from "./audience";
import { useCampaignChanges } from "./campaign-changes";
import { CoverPicker, useCoverUpload } from "./cover-picker";

type EditCampaignDialogProps = { campaign: CampaignResponse; onClose: () => void };

type Texts = {
  description: string;
  targetAudience: string;
  trailerLink: string;
  hashtags: string;
  conversionTips: string;
};

/** Hashtags are typed in one field, separated by spaces or commas. */
const textsSchema = z.preprocess(
  (texts: Texts) => ({
    ...texts,
    hashtags: texts.hashtags.split(/[\s,]+/).filter((tag) => tag !== ""),
  }),
  z.object(editCampaignSchema.shape).pick({
    description: true,
    targetAudience: true,
    trailerLink: true,
    hashtags: true,
    conversionTips: true,
  }),
);

/** Edits the texts of a campaign. */
export function EditCampaignDialog({ campaign, onClose }: EditCampaignDialogProps) {
  const { edit } = useCampaignChanges(campaign._id);
  const formId = useId();
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(textsSchema),
    defaultValues: {
      description: campaign.description,
      targetAudience: campaign.targetAudience,
      trailerLink: campaign.trailerLink ?? "",
      hashtags: campaign.hashtags.join(" "),
      conversionTips: campaign.conversionTips,
    },
  });
  const { errors } = formState;
  const save = handleSubmit((texts) => edit.mutate(texts, { onSuccess: onClose }));

  return (
    <Dialog
      open
      onClose={onClose}
      title={t`Edit Texts`}
      footer={
        <>
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button type="submit" form={formId} variant="primary" disabled={edit.isPending}>
            {edit.isPending ? t`Saving...` : t`Save`}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={save} className="space-y-5">
        <TextArea
          label={t`Description`}
          rows={4}
          error={errors.description?.message}
          {...register("description")}
        />
        <TextField
          label={t`Target audience`}
          error={errors.targetAudience?.message}
          {...register("targetAudience")}
        />
        <TextField
          label={t`Trailer link (optional)`}
          type="url"
          error={errors.trailerLink?.message}
          {...register("trailerLink")}
        />
        <TextField label={t`Hashtags`} error={errors.hashtags?.message} {...register("hashtags")} />
        <TextArea
          label={t`Content to display`}
          rows={4}
          error={errors.conversionTips?.message}
          {...register("conversionTips")}
        />
      </form>
    </Dialog>
  );
}

type GameUrlDialogProps = { campaign: CampaignResponse; onClose: () => void };

export function GameUrlDialog({ campaign, onClose }: GameUrlDialogProps) {
  const [text, setText] = useState(campaign.gameUrl);
  const [error, setError] = useState<string>();
  const { edit } = useCampaignChanges(campaign._id);

  function save() {
    const parsed = gameUrlSchema.safeParse(text);
    if (!parsed.success) return setError(parsed.error.issues[0]?.message);
    edit.mutate(
      { gameUrl: text },
      { onSuccess: onClose, onError: (failure) => setError(failure.message) },
    );
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={t`Change Game URL`}
      description={t`New clicks lead to the new address at once. Clicks until now keep the former address in their records.`}
    >
      <Form onSubmit={save}>
        <TextField
          label={t`Game URL`}
          type="url"
          error={error}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setError(undefined);
          }}
        />
        {parseRobloxLink(campaign.gameUrl) ? (
          <p className="text-sm">
            {t`Roblox share links of your creators are removed if the address leads to another place, because they would still lead to the former one.`}
          </p>
        ) : null}
        <Button
          type="submit"
          variant="primary"
          className="w-full"
          disabled={text.trim() === campaign.gameUrl || edit.isPending}
        >
          {edit.isPending ? t`Saving...` : t`Save`}
        </Button>
      </Form>
    </Dialog>
  );
}

type CoverDialogProps = { campaign: CampaignResponse; onClose: () => void };

/** Replaces or removes the cover of a campaign, and its description. */
export function CoverDialog({ campaign, onClose }: CoverDialogProps) {
  const [hash, setHash] = useState(campaign.cover.hash ?? "");
  const [alt, setAlt] = useState(campaign.cover.alt);
  const [altError, setAltError] = useState<string>();
  const { edit } = useCampaignChanges(campaign._id);
  const upload = useCoverUpload(setHash);
  const busy = upload.isPending || edit.isPending;

  function save() {
    const parsed = coverInputSchema.shape.alt.safeParse(alt);
    if (!parsed.success) return setAltError(parsed.error.issues[0]?.message);
    edit.mutate({ cover: hash === "" ? null : { hash, alt } }, { onSuccess: onClose });
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={t`Cover Image`}
      description={t`Creators see it on the campaign's card, and visitors in link previews.`}
    >
      <Form
        onSubmit={() => {
          if (!busy) save();
        }}
      >
        <CoverPicker
          hash={hash}
          game={{ title: campaign.gameTitle, genres: campaign.gameGenres }}
          upload={upload}
          onRemove={() => {
            setHash("");
            setAlt("");
          }}
        >
          <TextField
            label={t`Cover description (optional)`}
            hint={t`For people who do not see the image.`}
            value={alt}
            error={altError}
            onChange={(event) => {
              setAlt(event.currentTarget.value);
              setAltError(undefined);
            }}
          />
        </CoverPicker>
        <div className="flex justify-end gap-3">
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button type="submit" variant="primary" disabled={busy || upload.isError}>
            {edit.isPending ? t`Saving...` : t`Save`}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}

type AudienceDialogProps = { campaign: CampaignResponse; onClose: () => void };

const everybody: ChosenAudience = { countries: [], devices: [] };

/** Changes the audience of a campaign; of a funded one it only adds. */
export function AudienceDialog({ campaign, onClose }: AudienceDialogProps) {
  const before = {
    countries: campaign.audience.countries ?? [],
    devices: campaign.audience.devices ?? [],
  };
  const [chosen, setChosen] = useState<ChosenAudience>(before);
  const { edit } = useCampaignChanges(campaign._id);
  const isFunded = campaign.status !== "AWAITING_FUNDS";
  const save = (audience: ChosenAudience) =>
    edit.mutate({ audience: toAudience(audience) }, { onSuccess: onClose });

  return (
    <Dialog
      open
      onClose={onClose}
      title={t`Change Audience`}
      description={
        isFunded
          ? t`You can add countries and devices, but remove none: creators joined for the clicks that the campaign pays for.`
          : t`The countries and devices that the campaign pays for. Once it is funded you can only add to them.`
      }
    >
      <Form onSubmit={() => save(chosen)}>
        <AudienceChoice chosen={chosen} kept={isFunded ? before : everybody} onChange={setChosen} />
        <div className="flex flex-wrap justify-end gap-3">
          <Button disabled={edit.isPending} onClick={() => save(everybody)}>
            {t`Pay For Everybody`}
          </Button>
          <Button type="submit" variant="primary" disabled={edit.isPending}>
            {edit.isPending ? t`Saving...` : t`Save`}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}

type WantedDialogProps = { campaign: CampaignResponse; onClose: () => void };

const noWish: CreatorContent = { categories: [], platforms: [] };

/** Changes which creators can join. Once somebody has joined, it only adds to them. */
export function WantedDialog({ campaign, onClose }: WantedDialogProps) {
  const { data: links } = useQuery(campaignLinksQuery(campaign._id));
  const [wanted, setWanted] = useState<CreatorContent>(campaign.wanted);
  const { edit } = useCampaignChanges(campaign._id);
  const hasLinks = links === undefined || links.length > 0;
  if (hasLinks && describeWanted(campaign.wanted) === null) return <WantsAll onClose={onClose} />;
  const summary = describeWanted(wanted);
  const save = (next: CreatorContent) => edit.mutate({ wanted: next }, { onSuccess: onClose });

  return (
    <Dialog
      open
      onClose={onClose}
      title={t`Wanted Creators`}
      description={
        hasLinks
          ? t`Creators have joined: you can want more of them, but not fewer. Creators declare in their profiles what they make; Fairclick does not check it.`
          : t`Only creators whose profile names one of your choices can join. Creators declare this themselves; Fairclick does not check it.`
      }
    >
      <Form onSubmit={() => save(wanted)}>
        <ContentPicker
          value={wanted}
          kept={hasLinks ? campaign.wanted : undefined}
          onChange={setWanted}
          categoriesLabel={t`They make`}
          platformsLabel={t`They publish on`}
        />
        <p className="text-sm text-soft" aria-live="polite">
          {summary === null ? t`All creators can join.` : t`Wants creators of: ${summary}`}
        </p>
        <div className="flex flex-wrap justify-end gap-3">
          <Button disabled={edit.isPending} onClick={() => save(noWish)}>
            {t`Want All Creators`}
          </Button>
          <Button type="submit" variant="primary" disabled={edit.isPending}>
            {edit.isPending ? t`Saving...` : t`Save`}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}

function WantsAll({ onClose }: Pick<WantedDialogProps, "onClose">) {
  return (
    <Dialog
      open
      onClose={onClose}
      title={t`Wanted Creators`}
      description={t`This campaign wants all creators. Creators have joined, so it cannot want fewer any more.`}
    >
      <div className="flex justify-end">
        <Button onClick={onClose}>{t`Close`}</Button>
      </div>
    </Dialog>
  );
}

type JoinRuleDialogProps = { campaign: CampaignResponse; onClose: () => void };

/** Changes who may join a campaign from now on. */
export function JoinRuleDialog({ campaign, onClose }: JoinRuleDialogProps) {
  const [chosen, setChosen] = useState(campaign.whoMayJoin);
  const { edit } = useCampaignChanges(campaign._id);
  return (
    <Dialog
      open
      onClose={onClose}
      title={t`Who May Join`}
      description={t`Creators who have joined stay, whatever you choose.`}
    >
      <Form onSubmit={() => edit.mutate({ whoMayJoin: chosen }, { onSuccess: onClose })}>
        <JoinRuleChoice chosen={chosen} onChange={setChosen} />
        <div className="flex justify-end">
          <Button type="submit" variant="primary" disabled={edit.isPending}>
            {edit.isPending ? t`Saving...` : t`Save`}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
