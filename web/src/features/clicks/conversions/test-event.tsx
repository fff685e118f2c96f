import type { CampaignConversionsResponse } from "@fairclick/core/conversions/conversions";
import { t } from "@fairclick/core/language/t";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { errorMessage, readAnswer } from "../../../api/answer";
import { api } from "../../../api/client";
import { rich } from "../../../language/rich";
import { Button } from "../../../ui/button";
import { formatTime } from "../../../ui/format/day";
import { notify } from "../../../ui/notify";

type TestEventProps = {
  latest: CampaignConversionsResponse["latest"];
  event: string;
  token: string | null;
};

/** Sends a test event with the new key, and shows the last event received from any source. */
export function TestEvent({ latest, event, token }: TestEventProps) {
  const queryClient = useQueryClient();
  const send = useMutation({
    mutationFn: (key: string) =>
      readAnswer(
        api.conversions.$post(
          { json: { clickId: "test", event } },
          { headers: { authorization: `Bearer ${key}` } },
        ),
      ),
    onError: (error) => notify.error(errorMessage(error, t`The test event was not accepted.`)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ["campaigns", "conversions"] }),
  });
  return (
    <div className="mt-6 flex flex-wrap items-center gap-x-4 gap-y-2 border-rule border-t-2 border-dashed pt-4">
      {token ? (
        <Button disabled={send.isPending} onClick={() => send.mutate(token)}>
          {t`Send a test event`}
        </Button>
      ) : (
        <p className="text-soft text-sm">
          {rich`To try it, send the click id ${<code>test</code>} from your server, or create a key and send a test from here.`}
        </p>
      )}
      <p aria-live="polite" className="font-semibold">
        {latest ? describe(latest) : t`Nothing received yet.`}
      </p>
    </div>
  );
}

function describe({ event, at, test, key }: NonNullable<TestEventProps["latest"]>): string {
  const time = formatTime(at, new Date());
  if (key === null) {
    return test ? t`Received: test of ${event}, ${time}` : t`Received: ${event}, ${time}`;
  }
  return test
    ? t`Received: test of ${event} with ${key}, ${time}`
    : t`Received: ${event} with ${key}, ${time}`;
}
