import { t } from "@fairclick/core/language/t";
import { usePolicyNumbers } from "./numbers";

/** The bot rules, with the server's numbers. */
export function BotRules() {
  const { burstClicks, windowSeconds } = usePolicyNumbers();
  return (
    <ul className="list-disc space-y-2 pl-5">
      <li>
        {t`Each click's IP address and user agent are logged to filter known bots and data-centre traffic`}
      </li>
      <li>
        {t`${burstClicks} or more clicks from one IP within ${windowSeconds} seconds are flagged and invalidated`}
      </li>
      <li>{t`Proxy and VPN traffic is checked`}</li>
    </ul>
  );
}
