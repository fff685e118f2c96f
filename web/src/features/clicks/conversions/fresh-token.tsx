import { t } from "@fairclick/core/language/t";
import { CopyLink } from "../../../ui/copy-button";

/** Shows a new token. It cannot be shown again later. */
export function FreshToken({ token }: { token: string }) {
  return (
    <div role="status" className="mb-4 space-y-2 border-2 border-valid bg-bar p-4">
      <p className="font-semibold">{t`Your new key. It is shown only now: copy it.`}</p>
      <p className="flex flex-wrap items-center gap-3">
        <code
          data-testid="fresh-token"
          className="min-w-0 flex-1 basis-64 break-all font-figures text-sm"
        >
          {token}
        </code>
        <CopyLink link={token} label={t`Copy key`} copied={t`Key copied.`} />
      </p>
    </div>
  );
}
