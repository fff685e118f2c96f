import { t } from "@fairclick/core/language/t";
import { Copy } from "lucide-react";
import { Button, type Variant } from "./button";
import { notify } from "./notify";

type CopyLinkProps = {
  link: string;
  label?: string;
  /** Message after copying. */
  copied?: string;
  describedBy?: string;
  variant?: Variant;
};

export function CopyLink({
  link,
  label = t`Copy Link`,
  copied,
  describedBy,
  variant = "primary",
}: CopyLinkProps) {
  async function copy() {
    if (await copyText(link)) sayCopied(copied);
    else notify.error(t`Your browser did not allow copying. Select the link and copy it yourself.`);
  }

  return (
    <Button variant={variant} aria-describedby={describedBy} onClick={copy}>
      <Copy aria-hidden="true" className="size-4" />
      {label}
    </Button>
  );
}

/** Replaces the toast of an earlier copy. */
export function sayCopied(message = t`Link copied to clipboard!`): void {
  notify.success(message, { id: "copied" });
}

/**
 * Copies a text, which may be known only later: Safari copies only what began within a press. Returns
 * false if the browser denies access. Insecure origins have no clipboard.
 */
export async function copyText(text: string | Promise<string>): Promise<boolean> {
  try {
    if (typeof text === "string") await navigator.clipboard.writeText(text);
    else await navigator.clipboard.write([new ClipboardItem({ "text/plain": toBlob(text) })]);
    return true;
  } catch {
    return false;
  }
}

async function toBlob(text: Promise<string>): Promise<Blob> {
  return new Blob([await text], { type: "text/plain" });
}
