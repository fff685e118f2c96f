import { t } from "@fairclick/core/language/t";
import { useMutation } from "@tanstack/react-query";
import { readAnswer } from "../../../api/answer";
import { api } from "../../../api/client";
import { Button } from "../../../ui/button";
import { Card } from "../../../ui/card";
import { saveFile } from "../../../ui/save-file";
import { ChangeFailure } from "./change-failure";

/** Downloads everything that is stored about the account. */
export function ArchiveCard() {
  const download = useMutation({ mutationFn: downloadArchive });
  return (
    <Card title={t`Your data`}>
      <p className="mb-5">
        {t`One ZIP file with your account, sessions, campaigns, links, the clicks on your links, payments and notices. Data about the visitors who clicked is not in it.`}
      </p>
      <ChangeFailure error={download.error} />
      <Button
        className="self-start"
        disabled={download.isPending}
        onClick={() => download.mutate()}
      >
        {download.isPending ? t`Downloading...` : t`Download your data`}
      </Button>
    </Card>
  );
}

async function downloadArchive(): Promise<void> {
  const request = api.users.profile.archive.$post();
  const response = await request.catch(() => null);
  if (response?.ok) saveFile("fairclick-data.zip", await response.blob());
  else await readAnswer(request);
}
