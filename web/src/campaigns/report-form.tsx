import {
  MAX_REPORT_TEXT,
  type ReportInput,
  type ReportReason,
  reportReasonLabel,
  reportReasons,
} from "@fairclick/core/campaigns/reports";
import { t } from "@fairclick/core/language/t";
import { useId, useState } from "react";
import { readAnswer } from "../api/answer";
import { api } from "../api/client";
import { Button } from "../ui/button";
import { useApiChange } from "../ui/change";
import { FieldError, TextArea } from "../ui/fields";

type ReportFormProps = { campaignId: string; onSent: () => void };

export function ReportForm({ campaignId, onSent }: ReportFormProps) {
  const [reason, setReason] = useState<ReportReason>();
  const [text, setText] = useState("");
  const [error, setError] = useState<string>();
  const report = useReport(campaignId, onSent);
  return (
    <form
      ref={scrollIntoView}
      noValidate
      className="space-y-3"
      onSubmit={(event) => {
        event.preventDefault();
        setError(reason ? undefined : t`Please choose what is wrong.`);
        if (reason) report.mutate({ reason, text });
      }}
    >
      <ReasonChoice reason={reason} error={error} onChoose={setReason} />
      <TextArea
        label={t`What did you see?`}
        rows={3}
        maxLength={MAX_REPORT_TEXT}
        hint={t`Optional. Nobody sees who reports.`}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <Button type="submit" disabled={report.isPending}>
        {report.isPending ? t`Sending...` : t`Send Report`}
      </Button>
    </form>
  );
}

/** The form opens at the end of the dialog, below what is shown of it. */
function scrollIntoView(form: HTMLFormElement | null): void {
  form?.scrollIntoView({ block: "nearest" });
}

type ReasonChoiceProps = {
  reason: ReportReason | undefined;
  error: string | undefined;
  onChoose: (reason: ReportReason) => void;
};

function ReasonChoice({ reason, error, onChoose }: ReasonChoiceProps) {
  const name = useId();
  return (
    <fieldset aria-describedby={error ? `${name}-error` : undefined}>
      <legend className="font-semibold">{t`What is wrong?`}</legend>
      {reportReasons.map((each) => (
        <label key={each} className="flex min-h-11 items-center gap-3">
          <input
            type="radio"
            name={name}
            className="size-5"
            checked={each === reason}
            onChange={() => onChoose(each)}
          />
          {reportReasonLabel(each)}
        </label>
      ))}
      <FieldError id={`${name}-error`} message={error} />
    </fieldset>
  );
}

function useReport(id: string, onSent: () => void) {
  return useApiChange(
    (json: ReportInput) => readAnswer(api.campaigns[":id"].report.$post({ param: { id }, json })),
    { failure: t`Failed to send the report`, onSuccess: onSent },
  );
}
