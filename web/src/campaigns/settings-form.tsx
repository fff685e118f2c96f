import { t } from "@fairclick/core/language/t";
import { type ReactNode, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { errorMessage } from "../api/answer";
import { Button } from "../ui/button";
import { FieldError, focusFirstError } from "../ui/fields";
import { Receipt } from "../ui/figures";
import { type CampaignEdit, type CampaignProps, useCampaignChanges } from "./campaign-changes";
import { type CampaignForm, findErrors } from "./campaign-fields";
import type { CampaignFields } from "./draft";
import { campaignFields, type FieldErrors, type FieldName, findRefusals } from "./typed-fields";

type SettingsInput = CampaignProps & {
  names: readonly FieldName[];
  /** Returns the request for valid fields; only what differs from the campaign is sent. */
  write: (values: CampaignFields) => CampaignEdit;
};

export function useSettings({ campaign, names, write }: SettingsInput) {
  const { edit } = useCampaignChanges(campaign._id);
  return useFields({
    campaign,
    names,
    isSaving: edit.isPending,
    send: (values, outcome) => {
      const before = write(campaignFields(campaign));
      const changes = Object.entries(write(values)).filter(
        ([name, value]) => !isSame(value, before[name as keyof CampaignEdit]),
      );
      if (changes.length === 0) return outcome.onSuccess();
      edit.mutate(Object.fromEntries(changes), outcome);
    },
  });
}

type Outcome = { onSuccess: () => void; onError: (error: Error) => void };

type FieldsInput = CampaignProps & {
  names: readonly FieldName[];
  isSaving: boolean;
  /** Called with fields that are valid. */
  send: (values: CampaignFields, outcome: Outcome) => void;
};

/**
 * A form about a campaign. A field shows what is stored, also when it changes elsewhere, until it is
 * edited; what was typed stays until the server has stored it.
 */
export function useFields({ campaign, names, isSaving, send }: FieldsInput) {
  const stored = campaignFields(campaign);
  const [edited, setEdited] = useState<Partial<CampaignFields>>({});
  const [errors, setErrors] = useState<FieldErrors>({});
  const [failure, setFailure] = useState<string>();
  const element = useRef<HTMLFormElement>(null);
  const values = { ...stored, ...edited };

  function showErrors(wrong: FieldErrors) {
    flushSync(() => setErrors(wrong));
    focusFirstError(element.current);
  }

  async function submit() {
    const wrong = await findErrors(values, names, { now: new Date(), feeBasisPoints: 0 });
    if (Object.keys(wrong).length > 0) return showErrors(wrong);
    setErrors({});
    setFailure(undefined);
    send(values, {
      onSuccess: () =>
        setEdited((now) =>
          Object.fromEntries(
            Object.entries(now).filter(
              ([name, value]) => !isSame(value, values[name as FieldName]),
            ),
          ),
        ),
      onError: (error) => {
        const refusals = findRefusals(error, names);
        const [only, ...others] = names;
        if (Object.keys(refusals).length > 0) return showErrors(refusals);
        const message = errorMessage(error, t`Failed to change campaign`);
        if (only && others.length === 0) return showErrors({ [only]: message });
        setFailure(message);
      },
    });
  }

  return {
    ...{ element, values, errors, failure, isSaving, submit },
    isChanged: names.some((name) => !isSame(values[name], stored[name])),
    set: (next: Partial<CampaignFields>) => {
      setEdited((now) => ({ ...now, ...next }));
      setErrors((now) => ({
        ...now,
        ...Object.fromEntries(Object.keys(next).map((name) => [name, undefined])),
      }));
      setFailure(undefined);
    },
  };
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

type SettingsFormProps = {
  form: CampaignForm & ReturnType<typeof useFields>;
  /** Whether the form cannot be saved yet. */
  isBlocked?: boolean;
  children: ReactNode;
};

export function SettingsForm({ form, isBlocked = false, children }: SettingsFormProps) {
  const isOff = isBlocked || form.isSaving || !form.isChanged;
  return (
    <Receipt>
      <form
        ref={form.element}
        noValidate
        className="space-y-5"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isOff) form.submit();
        }}
      >
        {children}
        <FieldError message={form.failure} />
        <Button type="submit" variant="primary" disabled={isOff}>
          {form.isSaving ? t`Saving...` : t`Save`}
        </Button>
      </form>
    </Receipt>
  );
}
