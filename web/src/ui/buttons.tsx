import { t } from "@fairclick/core/language/t";
import { Copy, Share2 } from "lucide-react";
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

type ShareButtonProps = {
  link: string;
  title: string;
  /** Shared before the link, such as a disclosure. */
  text?: string;
  label?: string;
  describedBy?: string;
};

/** Opens the device's share sheet; copies the link where there is none. */
export function ShareButton(props: ShareButtonProps) {
  const { link, title, text, label = t`Share`, describedBy } = props;
  if (typeof navigator.share !== "function") {
    return (
      <CopyLink
        link={text ? `${text} ${link}` : link}
        label={label}
        variant="secondary"
        {...(describedBy ? { describedBy } : {})}
      />
    );
  }

  async function share() {
    try {
      await navigator.share({ title, url: link, ...(text ? { text } : {}) });
    } catch (error) {
      if (error instanceof Error && error.name === "AbortError") return;
      notify.error(t`Your browser did not open its share sheet. Copy the link instead.`);
    }
  }

  return (
    <Button aria-describedby={describedBy} onClick={share}>
      <Share2 aria-hidden="true" className="size-4" />
      {label}
    </Button>
  );
}
