import { t } from "@fairclick/core/language/t";
import { ticketCategories, ticketCategoryNames } from "@fairclick/core/operations/ticket";
import type { ComponentProps } from "react";
import { Field, TextArea, TextField } from "./field";

type TicketFieldsProps = {
  category: ComponentProps<"select">;
  subject: ComponentProps<"input">;
  text: ComponentProps<"textarea">;
  errors: Partial<Record<"category" | "subject" | "text", string | undefined>>;
};

/** What a message to the operators is about, its subject and its text. */
export function TicketFields({ category, subject, text, errors }: TicketFieldsProps) {
  return (
    <>
      <Field label={t`What is it about?`} error={errors.category}>
        {(control) => (
          <select {...category} {...control}>
            {ticketCategories.map((name) => (
              <option key={name} value={name}>
                {ticketCategoryNames[name]}
              </option>
            ))}
          </select>
        )}
      </Field>
      <TextField label={t`Subject`} autoComplete="off" error={errors.subject} {...subject} />
      <TextArea label={t`Message`} rows={6} error={errors.text} {...text} />
    </>
  );
}
