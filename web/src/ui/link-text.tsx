import { t } from "@fairclick/core/language/t";
/** The link as text that can be selected. */
export function LinkText({ link, name }: { link: string; name: string }) {
  return (
    <input
      readOnly
      value={link}
      aria-label={t`Link for ${name}`}
      onFocus={(event) => event.currentTarget.select()}
      className="w-full min-w-0 truncate border-2 border-rule bg-bar px-3 py-2 font-figures text-sm"
    />
  );
}
