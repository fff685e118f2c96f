import { t } from "@fairclick/core/language/t";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { errorMessage, readAnswer } from "../api/answer";
import { api } from "../api/client";
import { dashboardQuery, joinedQuery } from "../queries/campaigns";
import { copyText, sayCopied } from "../ui/copy-button";
import { notify } from "../ui/notify";

const JOINABLE = ["campaigns", "joinable"];

/**
 * Joins a campaign, which then is one of those that the user joined, and copies its link in the same
 * press. Where copying fails nothing is said: the button to copy it is there.
 */
export function useJoinCampaign() {
  const queryClient = useQueryClient();
  const { mutateAsync, isPending, variables } = useMutation({
    mutationFn: (id: string) => readAnswer(api.campaigns.join[":id"].$post({ param: { id } })),
    onSuccess: ({ message, data }) => {
      queryClient.setQueryData(joinedQuery.queryKey, (joined = []) => [
        data,
        ...joined.filter((campaign) => campaign._id !== data._id),
      ]);
      notify.success(message || t`Successfully joined campaign!`);
    },
    onError: (error) => notify.error(errorMessage(error, t`Failed to join campaign`)),
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: JOINABLE }),
        queryClient.invalidateQueries({ queryKey: joinedQuery.queryKey }),
        queryClient.invalidateQueries({ queryKey: dashboardQuery.queryKey }),
      ]),
  });
  const join = async (id: string) => {
    const link = mutateAsync(id).then(({ data }) => data.shortLink);
    link.catch(() => {});
    if (await copyText(link)) sayCopied();
  };
  return { join, isPending, variables };
}
