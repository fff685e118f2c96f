import { t } from "@fairclick/core/language/t";
import { useSyncExternalStore } from "react";
import { readContact, subscribeToContact } from "../../../api/server-contact";

/** Shows whether live updates are connected. */
export function LiveMark({ connected }: { connected: boolean }) {
  const { isAway } = useSyncExternalStore(subscribeToContact, readContact);
  const live = connected && !isAway;
  return (
    <p role="status" className="mb-3 flex items-center gap-2 text-sm text-soft">
      <span
        aria-hidden="true"
        data-on={live}
        className="size-2.5 rounded-full border-2 border-pending data-[on=true]:border-valid data-[on=true]:bg-valid"
      />
      {live ? t`Live: new clicks appear automatically` : t`Connecting...`}
    </p>
  );
}
