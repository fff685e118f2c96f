import { t } from "@fairclick/core/language/t";
import type { NoticeResponse } from "@fairclick/core/notices/notices";
import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { type MouseEvent, useEffect, useState } from "react";
import { readAnswer } from "../api/answer";
import { api } from "../api/client";
import { noticesQuery, unreadQuery } from "../queries/accounts";
import { formatMoment } from "../ui/format";

export function NoticeList({ notices }: { notices: NoticeResponse[] }) {
  return (
    <ol aria-label={t`Notices`} className="divide-y-2 divide-rule divide-dashed">
      {notices.map((notice) => (
        <NoticeItem key={notice._id} notice={notice} />
      ))}
    </ol>
  );
}

function NoticeItem({ notice }: { notice: NoticeResponse }) {
  const { title, paragraphs, at, read, action } = notice;
  return (
    <li className="space-y-1 break-words py-4">
      <p className="font-bold">
        {read ? null : (
          <span className="mr-2 rounded-sm bg-marker px-1.5 py-0.5 font-semibold text-on-marker text-xs">
            {t`New`}
          </span>
        )}{" "}
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

/** Loads the notices and, once they are shown, marks them as read: on screen they stay new. */
export function useNotices() {
  const list = useInfiniteQuery({ ...noticesQuery, refetchOnMount: "always" });
  const loaded = list.data?.pages.flatMap((page) => page.data) ?? [];
  const { mutate } = useMarkRead();
  const [wereNew] = useState(() => new Set<string>());
  const unread = list.isFetchedAfterMount ? loaded.filter(({ read }) => !read) : [];
  for (const { _id } of unread) wereNew.add(_id);
  const newestUnread = unread[0]?._id;
  useEffect(() => {
    if (newestUnread !== undefined) mutate(newestUnread);
  }, [newestUnread, mutate]);
  const isNew = ({ _id, read }: NoticeResponse) => !read || wereNew.has(_id);
  return { ...list, notices: loaded.map((notice) => ({ ...notice, read: !isNew(notice) })) };
}

function useMarkRead() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (upTo: string) => readAnswer(api.notices.read.$post({ json: { upTo } })),
    onSuccess: () => queryClient.setQueryData(unreadQuery.queryKey, 0),
  });
}
