import { t } from "@fairclick/core/language/t";
import { CopyLink } from "../../../ui/copy-button";

type ShownOnceProps = { secret: string; label: string; copied: string };

/** Shows a secret that the server does not show again. */
export function ShownOnce({ secret, label, copied }: ShownOnceProps) {
  return (
    <div role="status" className="my-4 space-y-2 border-2 border-valid bg-bar p-4">
      <p className="font-semibold">{t`It is shown only now: copy it.`}</p>
      <p className="flex flex-wrap items-center gap-3">
        <code
          data-testid="shown-once"
          className="min-w-0 flex-1 basis-64 break-all font-figures text-sm"
        >
          {secret}
        </code>
        <CopyLink link={secret} label={label} copied={copied} />
      </p>
    </div>
  );
}
