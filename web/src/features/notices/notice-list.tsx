import { t } from "@fairclick/core/language/t";
import type { NoticeResponse } from "@fairclick/core/notices/notices";
import { useRouter } from "@tanstack/react-router";
import type { MouseEvent } from "react";
import { formatMoment } from "../../ui/format/day";

type NoticeListProps = { notices: NoticeResponse[] };

export function NoticeList({ notices }: NoticeListProps) {
  return (
    <ol aria-label={t`Notices`} className="divide-y-2 divide-rule divide-dashed">
      {notices.map((notice) => (
        <NoticeItem key={notice._id} notice={notice} />
      ))}
    </ol>
  );
}

function NoticeItem({
  notice: { title, paragraphs, at, read, action },
}: {
  notice: NoticeResponse;
}) {
  return (
    <li className="space-y-1 break-words py-4">
      <p className="font-bold">
        {read ? null : (
          <span className="mr-2 rounded-sm bg-marker px-1.5 py-0.5 font-semibold text-on-marker text-xs">
            {t`New`}
          </span>
        )}
        {title}
      </p>
      {paragraphs.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      <p className="flex flex-wrap items-center justify-between gap-x-4">
        <time dateTime={at} className="text-sm text-soft">
          {formatMoment(at)}
        </time>
        {action ? <ActionLink {...action} /> : null}
      </p>
    </li>
  );
}

/** Opens a page of the app without loading the app again. */
function ActionLink({ label, path }: { label: string; path: string }) {
  const router = useRouter();
  function open(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    router.history.push(path);
  }
  return (
    <a href={path} onClick={open} className="inline-flex min-h-11 items-center font-semibold">
      {label}
    </a>
  );
}
