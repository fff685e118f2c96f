import type { CampaignResponse } from "@fairclick/core/campaigns/campaign";
import { editCampaignSchema } from "@fairclick/core/campaigns/campaign-input";
import { t } from "@fairclick/core/language/t";
import { zodResolver } from "@hookform/resolvers/zod";
import { useId } from "react";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { Button } from "../ui/button";
import { Dialog } from "../ui/dialog";
import { TextArea, TextField } from "../ui/fields";
import { useCampaignChanges } from "./campaign-changes";

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
