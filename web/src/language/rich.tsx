import { splitText } from "@fairclick/core/language/t";
import { Fragment, type ReactNode } from "react";

/**
 * Tag of a translated text with elements in it: rich`Read ${<Link to="/terms">{t`the terms`}</Link>}.`
 */
export function rich(strings: TemplateStringsArray, ...values: readonly ReactNode[]): ReactNode {
  return splitText(strings).map((part) =>
    typeof part === "string" ? part : <Fragment key={part.value}>{values[part.value]}</Fragment>,
  );
}
