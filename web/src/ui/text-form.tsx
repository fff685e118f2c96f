import { t } from "@fairclick/core/language/t";
import { type ReactNode, useState } from "react";
import type { ZodType } from "zod";
import { Button, type Variant } from "./button";
import { Form, TextArea } from "./fields";

type TextFormProps = {
  label: string;
  hint: string;
  /** The words on the button. */
  send: string;
  variant?: Variant;
  /** Checks the text; without it the text must not be empty. */
  schema?: ZodType<string, string>;
  rows?: number;
  maxLength?: number;
  autoFocus?: boolean;
  isSending: boolean;
  onSend: (text: string) => void;
  /** Beside the button. */
  children?: ReactNode;
};

/** A form of one text that another person reads. */
export function TextForm(props: TextFormProps) {
  const { send, variant = "secondary", schema, isSending, onSend, children, ...field } = props;
  const [text, setText] = useState("");
  const [error, setError] = useState<string>();
  function submit() {
    const parsed = schema?.safeParse(text);
    setError(parsed?.error?.issues[0]?.message);
    if (!parsed?.error) onSend(text);
  }
  return (
    <Form onSubmit={submit}>
      <TextArea
        rows={3}
        {...field}
        error={error}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <div className="flex flex-wrap gap-3">
        <Button
          type="submit"
          variant={variant}
          disabled={isSending || (!schema && text.trim() === "")}
        >
          {isSending ? t`Sending...` : send}
        </Button>
        {children}
      </div>
    </Form>
  );
}
