import { Copy } from "lucide-react";
import { Button } from "../../ui/button";
import { notify } from "../../ui/notify";

type CopyLinkProps = { link: string; describedBy?: string; className?: string };

export function CopyLink({ link, describedBy, className }: CopyLinkProps) {
  async function copy() {
    if (await writeToClipboard(link)) notify.success("Link copied to clipboard!");
    else notify.error("Your browser did not let us copy. Select the link and copy it yourself.");
  }

  return (
    <Button variant="primary" className={className} aria-describedby={describedBy} onClick={copy}>
      <Copy aria-hidden="true" className="size-4" />
      Copy Link
    </Button>
  );
}

/** Outside secure origins there is no clipboard at all. */
async function writeToClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
