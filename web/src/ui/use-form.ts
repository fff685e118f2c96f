import { type ChangeEvent, type FormEvent, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { focusFirstError } from "./fields";
import type { FormErrors, FormName } from "./form-rules";

// With zod, an eighth of a page's script, and needed only when a form is used.
const loadRules = () => import("./form-rules");

/** Loads the rules of forms ahead; without them, `findFormErrors` loads them. */
export const prepareRules = () => void loadRules().catch(() => null);

/** Checks what was typed; if the rules cannot be loaded, the server checks it alone. */
export async function findFormErrors(form: FormName, values: unknown): Promise<FormErrors> {
  const rules = await loadRules().catch(() => null);
  return rules?.checkForm(form, values) ?? {};
}

/**
 * The fields of a form and their errors, which are shown when it is sent, until they are edited. A form
 * without a name has no rules.
 */
export function useForm<Values extends object>(form: FormName | undefined, initial: Values) {
  const [values, setValues] = useState(initial);
  const [errors, setErrors] = useState<FormErrors>({});
  const element = useRef<HTMLFormElement>(null);

  function set(next: Partial<Values>) {
    setValues((before) => ({ ...before, ...next }));
    setErrors((before) => ({ ...before, ...mapValues(next) }));
  }

  return {
    values,
    errors,
    set,
    field: <Name extends keyof Values & string>(name: Name) => ({
      name,
      value: values[name],
      error: errors[name],
      onChange: ({ currentTarget }: ChangeEvent<Control>) =>
        set({ [name]: currentTarget.value } as Partial<Values>),
    }),
    /** What the form element needs; `send` gets fields that are valid. */
    bind: (send: (values: Values) => void) => ({
      ref: element,
      noValidate: true,
      onFocus: form && prepareRules,
      onSubmit: async (event: FormEvent) => {
        event.preventDefault();
        const wrong = form ? await findFormErrors(form, values) : {};
        flushSync(() => setErrors(wrong));
        if (Object.keys(wrong).length > 0) focusFirstError(element.current);
        else send(values);
      },
    }),
  };
}

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const mapValues = (named: object) =>
  Object.fromEntries(Object.keys(named).map((name) => [name, undefined]));
