import { appealInputSchema } from "@fairclick/core/clicks/campaign-clicks";
import { t } from "@fairclick/core/language/t";
import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { errorMessage, readAnswer } from "../../../api/answer";
import { api } from "../../../api/client";
import { ownClicksQuery } from "../../../queries/clicks";
import { Button } from "../../../ui/button";
import { TextArea } from "../../../ui/field";
import { notify } from "../../../ui/notify";

type AppealFormProps = { campaignId: string; clickId: string; hint: string };

export function AppealForm({ campaignId, clickId, hint }: AppealFormProps) {
  const appeal = useAppeal(campaignId, clickId);
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(appealInputSchema),
    defaultValues: { text: "" },
  });
  return (
    <form
      noValidate
      className="space-y-3 pb-2"
      onSubmit={handleSubmit(({ text }) => appeal.mutate(text))}
    >
      <TextArea
        label={t`Why should it count?`}
        rows={3}
        hint={hint}
        error={formState.errors.text?.message}
        {...register("text")}
      />
      <Button type="submit" disabled={appeal.isPending}>
        {appeal.isPending ? t`Sending...` : t`Send Appeal`}
      </Button>
    </form>
  );
}

function useAppeal(campaignId: string, clickId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (text: string) =>
      readAnswer(
        api.links[":campaignId"].clicks[":clickId"].appeal.$post({
          param: { campaignId, clickId },
          json: { text },
        }),
      ),
    onSuccess: ({ message }) => notify.success(message),
    onError: (error) => notify.error(errorMessage(error, t`Failed to send the appeal`)),
    onSettled: () => queryClient.invalidateQueries(ownClicksQuery(campaignId)),
  });
}
