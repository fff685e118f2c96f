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
  copied = t`Link copied to clipboard!`,
  describedBy,
  variant = "primary",
}: CopyLinkProps) {
  async function copy() {
    if (await writeToClipboard(link)) notify.success(copied);
    else notify.error(t`Your browser did not allow copying. Select the link and copy it yourself.`);
  }

  return (
    <Button variant={variant} aria-describedby={describedBy} onClick={copy}>
      <Copy aria-hidden="true" className="size-4" />
      {label}
    </Button>
  );
}

/** Returns false if the browser denies access. Insecure origins have no clipboard. */
async function writeToClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
