import { t } from "@fairclick/core/language/t";
import { useQueryClient } from "@tanstack/react-query";
import { readAnswer } from "../api/answer";
import { api } from "../api/client";
import { dashboardQuery, joinedQuery } from "../queries/campaigns";
import { useApiChange } from "../ui/change";
import { copyText, sayCopied } from "../ui/copy-button";

/**
 * Joins a campaign, which then is one of those that the user joined, and copies its link in the same
 * press. Where copying fails nothing is said: the button to copy it is there.
 */
export function useJoinCampaign() {
  const queryClient = useQueryClient();
  const { mutateAsync, isPending, variables } = useApiChange(
    (id: string) => readAnswer(api.campaigns.join[":id"].$post({ param: { id } })),
    {
      failure: t`Failed to join campaign`,
      refresh: [["campaigns", "joinable"], joinedQuery.queryKey, dashboardQuery.queryKey],
      onSuccess: ({ data }) =>
        queryClient.setQueryData(joinedQuery.queryKey, (joined = []) => [
          data,
          ...joined.filter((campaign) => campaign._id !== data._id),
        ]),
    },
  );
  const join = async (id: string) => {
    const link = mutateAsync(id).then(({ data }) => data.shortLink);
    link.catch(() => {});
    if (await copyText(link)) sayCopied();
  };
  return { join, isPending, variables };
}
