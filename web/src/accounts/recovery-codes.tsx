import { t } from "@fairclick/core/language/t";
import { Button } from "../ui/button";
import { CopyLink } from "../ui/copy-button";

type RecoveryCodesProps = { codes: string[]; onDone: () => void };

/** Shows new recovery codes, once. */
export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  return (
    <div role="status" className="space-y-4">
      <p>
        {t`Keep these recovery codes in a safe place. Each replaces your app once. They are not shown again.`}
      </p>
      <ul className="grid gap-x-6 gap-y-1 font-mono sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <CopyLink
          link={codes.join("\n")}
          label={t`Copy codes`}
          copied={t`Recovery codes copied.`}
        />
        <Button onClick={onDone}>{t`I have saved them`}</Button>
      </div>
    </div>
  );
}
