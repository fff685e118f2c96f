import { t } from "@fairclick/core/language/t";
import { useMutation } from "@tanstack/react-query";
import type { ClientResponse } from "hono/client";
import { errorMessage, readAnswer } from "../../../api/answer";
import { api } from "../../../api/client";
import { notify } from "../../../ui/notify";
import { saveFile } from "../../../ui/save-file";
import type { toConditions } from "./click-filter";

/** Downloads the clicks that match. A plain link could not send the token. */
export function useDownloadClicks(id: string, query: ReturnType<typeof toConditions>) {
  return useMutation({
    mutationFn: (format: "csv" | "json") => {
      const input = { param: { id }, query };
      const campaign = api.campaigns[":id"];
      const name = `fairclick-clicks-${id}.${format}`;
      return format === "csv"
        ? save(name, campaign["clicks.csv"].$get(input))
        : save(name, campaign["clicks.json"].$get(input));
    },
    onError: (error) => notify.error(errorMessage(error, t`Failed to export the clicks.`)),
  });
}

async function save<R extends ClientResponse<unknown>>(name: string, request: Promise<R>) {
  const response = await request.catch(() => null);
  if (response?.ok) saveFile(name, await response.blob());
  else await readAnswer(request);
}
