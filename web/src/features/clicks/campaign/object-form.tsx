import type { ObjectionInput } from "@fairclick/core/clicks/objections-schema";
import { t } from "@fairclick/core/language/t";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { errorMessage, readAnswer } from "../../../api/answer";
import { api } from "../../../api/client";
import { Button } from "../../../ui/button";
import { TextArea } from "../../../ui/field";
import { notify } from "../../../ui/notify";

const MIN_TEXT = 10;
const MAX_TEXT = 500;

type Selection = Pick<ObjectionInput, "clickId" | "filter">;
type ObjectFormProps = {
  campaignId: string;
  selection: Selection;
  hint: string;
  onSent?: () => void;
};

export function ObjectForm({ campaignId, selection, hint, onSent }: ObjectFormProps) {
  const [text, setText] = useState("");
  const [error, setError] = useState<string>();
  const objection = useObjection(campaignId, onSent);
  const send = () => {
    const isTooShort = text.trim().length < MIN_TEXT;
    setError(isTooShort ? t`Please say in a sentence why.` : undefined);
    if (!isTooShort) objection.mutate({ ...selection, text });
  };
  return (
    <form
      noValidate
      className="space-y-3 pb-2"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <TextArea
        label={t`Why should it not be paid?`}
        rows={3}
        maxLength={MAX_TEXT}
        hint={hint}
        error={error}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <Button type="submit" disabled={objection.isPending}>
        {objection.isPending ? t`Sending...` : t`Send Objection`}
      </Button>
    </form>
  );
}

function useObjection(id: string, onSent: (() => void) | undefined) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (json: ObjectionInput) =>
      readAnswer(api.campaigns[":id"].objections.$post({ param: { id }, json })),
    onSuccess: ({ message }) => {
      notify.success(message);
      onSent?.();
    },
    onError: (error) => notify.error(errorMessage(error, t`Failed to send the objection`)),
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: ["campaigns", "every-click", id] }),
        queryClient.invalidateQueries({ queryKey: ["campaigns", "objections", id] }),
      ]),
  });
}
