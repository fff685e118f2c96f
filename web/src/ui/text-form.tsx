import { t } from "@fairclick/core/language/t";
import type { ReactNode } from "react";
import { Button, type Variant } from "./button";
import { TextArea } from "./fields";
import type { FormName } from "./form-rules";
import { useForm } from "./use-form";

type TextFormProps = {
  label: string;
  hint: string;
  send: string;
  variant?: Variant;
  /** The rules that the text follows; without them it must not be empty. */
  rules?: FormName;
  rows?: number;
  maxLength?: number;
  autoFocus?: boolean;
  isSending: boolean;
  onSend: (text: string) => void;
  children?: ReactNode;
};

/** A form of one text that another person reads. */
export function TextForm(props: TextFormProps) {
  const { send, variant = "secondary", rules, isSending, onSend, children, ...field } = props;
  const form = useForm(rules, { text: "" });
  return (
    <form {...form.bind(({ text }) => onSend(text))} className="space-y-5">
      <TextArea rows={3} {...field} {...form.field("text")} />
      <div className="flex flex-wrap gap-3">
        <Button
          type="submit"
          variant={variant}
          disabled={isSending || (!rules && form.values.text.trim() === "")}
        >
          {isSending ? t`Sending...` : send}
        </Button>
        {children}
      </div>
    </form>
  );
}
