import type { LiveClick, OwnClick } from "@fairclick/core/clicks/campaign-clicks";
import { formatCount, plural, t } from "@fairclick/core/language/t";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect, useState, useSyncExternalStore } from "react";
import { readAnswer } from "../api/answer";
import { api, readContact, subscribeToContact } from "../api/client";
import { followEvents } from "../api/live-events";
import { rich } from "../language/rich";
import { ownClicksQuery, ownRefusalsQuery } from "../queries/clicks";
import { Button } from "../ui/button";
import { useApiChange } from "../ui/change";
import { Money, Stamp } from "../ui/figures";
import { formatCalendarDay, formatDay } from "../ui/format";
import { Card } from "../ui/layout";
import { TextForm } from "../ui/text-form";
import { ClickItem, ClickTime, PagedList } from "./click-list";

/** Clicks that are shown before the creator wants to see all. */
const LATEST = 4;

/** Clicks of a link, newest first. Clicks that arrive live are shown even if the list cannot be loaded. */
export function LinkClicks({ campaignId }: { campaignId: string }) {
  const [showsAll, setShowsAll] = useState(false);
  const live = useLiveClicks(campaignId);
  const list = useInfiniteQuery(ownClicksQuery(campaignId));
  const listed = list.data?.pages.flatMap((page) => page.data) ?? [];
  const clicks = mergeClicks(
    listed.map((click) => toShownClick(click, list.dataUpdatedAt)),
    live.clicks,
    !list.hasNextPage,
  );
  const isCut = !showsAll && clicks.length > LATEST;

  return (
    <Card title={t`Clicks`}>
      <LiveMark connected={live.connected} />
      <PagedList
        label={t`Clicks of this link`}
        list={list}
        since={isCut ? undefined : list.data?.pages.at(-1)?.since}
        hasMore={!isCut}
        isEmpty={clicks.length === 0}
        empty={t`No clicks yet. A click appears here within a second.`}
      >
        {(isCut ? clicks.slice(0, LATEST) : clicks).map((click) => (
          <ClickRow key={click.id} campaignId={campaignId} click={click} />
        ))}
      </PagedList>
      {isCut ? (
        <div className="mt-4 text-center">
          <Button onClick={() => setShowsAll(true)}>{t`Show all clicks`}</Button>
        </div>
      ) : null}
    </Card>
  );
}

/** The refused and held clicks of a link, one group for each day and reason, with one appeal for each. */
export function Refusals({ campaignId }: { campaignId: string }) {
  const list = useInfiniteQuery(ownRefusalsQuery(campaignId));
  const groups = list.data?.pages.flatMap((page) => page.data) ?? [];
  if (groups.length === 0) return null;
  return (
    <Card title={t`Not paid`}>
      <PagedList label={t`Clicks that were not paid`} list={list} isEmpty={false} empty="">
        {groups.map((click) => (
          <RefusalGroup key={click.id} campaignId={campaignId} click={click} />
        ))}
      </PagedList>
    </Card>
  );
}

/** `click` is the newest of the group, and its `alike` counts the group. */
function RefusalGroup({ campaignId, click }: { campaignId: string; click: OwnClick }) {
  const { category, alike, verdict, clickedAt, appeal } = click;
  const shown = alike > 1 ? { ...click, network: null } : click;
  return (
    <ClickItem
      head={
        <span>
          {plural(alike, "# click", "# clicks")},{" "}
          <span className="text-soft">{t`${formatCalendarDay(clickedAt)} (UTC)`}</span>
          {appeal ? t`, appealed` : ""}
        </span>
      }
      end={<Stamp verdict={verdict} {...(category ? { reason: category } : {})} />}
    >
      <Explanation campaignId={campaignId} click={shown} />
    </ClickItem>
  );
}

type Explained = Pick<OwnClick, "id" | "rule" | "network" | "appeal" | "appealUntil" | "alike">;

/** The rule that refused a click, where it came from, and the appeal. */
function Explanation({ campaignId, click }: { campaignId: string; click: Explained }) {
  return (
    <>
      <p>{click.rule ?? t`This rule is no longer in force.`}</p>
      {click.network === null ? null : <p>{t`The click came from ${click.network}.`}</p>}
      <ClickAppeal campaignId={campaignId} click={click} />
    </>
  );
}

type ClickRowProps = { campaignId: string; click: ShownClick };

/** One click: time, verdict and payment. Opens if the verdict has a reason; moves when it is paid. */
function ClickRow({ campaignId, click }: ClickRowProps) {
  const { category, verdict, dueAt } = click;
  const [first] = useState(verdict);
  const isPaidNow = first === "pending" && verdict === "valid";
  return (
    <ClickItem
      className={isPaidNow ? "paid-now" : ""}
      head={<ClickTime at={click.clickedAt} />}
      end={
        <>
          {category === null && dueAt !== null ? <Countdown until={dueAt} /> : null}
          {verdict === "valid" ? <Money dollars={click.paid} /> : null}
          <Stamp verdict={verdict} {...(category ? { reason: category } : {})} />
        </>
      }
    >
      {category === null ? null : <Explanation campaignId={campaignId} click={click} />}
    </ClickItem>
  );
}

type ClickAppealProps = { campaignId: string; click: Explained };

const words = {
  open: t`You have appealed. An operator looks at it when the day is over (UTC), and you get a notice with the answer. Clicks that count after all are then paid.`,
  accepted: t`You have appealed, and your appeal was accepted.`,
  declined: t`You have appealed, and the clicks are not paid.`,
};

/** The creator's appeal about all clicks of the day and reason of this one, or a form to send it. */
function ClickAppeal({ campaignId, click }: ClickAppealProps) {
  const { appeal, appealUntil, alike } = click;
  const send = useAppeal(campaignId, click.id);
  if (appeal) {
    return (
      <div>
        <p className="font-semibold">{words[appeal.state]}</p>
        <p className="break-words text-soft">“{appeal.text}”</p>
        {appeal.answer ? <p className="break-words">{t`Fairclick: ${appeal.answer}`}</p> : null}
      </div>
    );
  }
  if (!appealUntil) return null;
  return (
    <details>
      <summary className="min-h-11 py-2 font-semibold">
        {alike > 1
          ? t`Appeal all ${formatCount(alike)} clicks like this one`
          : t`Appeal this click`}
      </summary>
      <TextForm
        label={t`Why should they count?`}
        hint={t`One appeal for all clicks of this day (UTC) with this reason. Possible until ${formatDay(appealUntil)}.`}
        rules="clickAppeal"
        send={t`Send Appeal`}
        isSending={send.isPending}
        onSend={send.mutate}
      />
    </details>
  );
}

function useAppeal(campaignId: string, clickId: string) {
  return useApiChange(
    (text: string) =>
      readAnswer(
        api.links[":campaignId"].clicks[":clickId"].appeal.$post({
          param: { campaignId, clickId },
          json: { text },
        }),
      ),
    {
      failure: t`Failed to send the appeal`,
      refresh: [ownClicksQuery(campaignId).queryKey, ownRefusalsQuery(campaignId).queryKey],
    },
  );
}

function Countdown({ until }: { until: number }) {
  const left = Math.floor(until / 1_000) - useSeconds();
  return (
    <span className="text-sm text-soft">
      {left > 0
        ? rich`judged in ${<span className="font-figures tabular-nums">{left}</span>} s`
        : t`being judged`}
    </span>
  );
}

function LiveMark({ connected }: { connected: boolean }) {
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

/** A click on the screen. `cameAt` (arrival) and `dueAt` (verdict due) are device times (ms). */
type ShownClick = OwnClick & { cameAt: number; dueAt: number | null };

const MAX_LIVE = 300;

/** What a live click does not say. */
const unknown = { network: null, appeal: null, appealUntil: null, alike: 0 };

/** Converts a click; its countdown starts at `cameAt`. */
export function toShownClick(click: OwnClick | LiveClick, cameAt: number): ShownClick {
  const { judgedInSeconds } = click;
  const dueAt = judgedInSeconds === null ? null : cameAt + judgedInSeconds * 1_000;
  return { ...unknown, ...click, cameAt, dueAt };
}

/** Adds or replaces live clicks, and drops the oldest above the maximum. */
export function addLiveClicks(known: ShownClick[], came: ShownClick[]): ShownClick[] {
  const fresh = new Set(came.map(({ id }) => id));
  return newestFirst([...known.filter(({ id }) => !fresh.has(id)), ...came]).slice(0, MAX_LIVE);
}

/**
 * Merges listed and live clicks. A verdict replaces pending, and a later verdict replaces an earlier
 * one; if both are equal, the listed click stays because it has more details. Live clicks older than
 * the list are left out: they belong to its next page.
 */
export function mergeClicks(listed: ShownClick[], live: ShownClick[], complete: boolean) {
  const newer = new Map(live.map((click) => [click.id, click]));
  const known = new Set(listed.map(({ id }) => id));
  const oldest = listed.at(-1)?.clickedAt;
  const added = live.filter(
    ({ id, clickedAt }) =>
      !known.has(id) && (complete || oldest === undefined || clickedAt >= oldest),
  );
  const updated = listed.map((click) => {
    const other = newer.get(click.id);
    return other && isNewer(other, click) ? other : click;
  });
  return newestFirst([...added, ...updated]);
}

function isNewer(live: ShownClick, listed: ShownClick): boolean {
  if (listed.verdict === "pending") return true;
  if (live.verdict === "pending" || live.verdict === listed.verdict) return false;
  return live.cameAt > listed.cameAt;
}

function newestFirst(clicks: ShownClick[]): ShownClick[] {
  return clicks.sort((a, b) => b.clickedAt.localeCompare(a.clickedAt) || b.id.localeCompare(a.id));
}

/**
 * Returns clicks that arrive while the page is open. The page's other figures follow shortly after, by the
 * same stream (`queries/live.ts`).
 */
function useLiveClicks(campaignId: string) {
  const [clicks, setClicks] = useState<ShownClick[]>([]);
  const [connected, setConnected] = useState(false);

  useEffect(() => {
    const { stop } = followEvents({
      link: campaignId,
      onConnected: setConnected,
      on: {
        clicks: (came) => {
          const shown = came.map((click) => toShownClick(click, Date.now()));
          setClicks((known) => addLiveClicks(known, shown));
        },
      },
    });
    return stop;
  }, [campaignId]);

  return { clicks, connected };
}

function subscribe(onChange: () => void) {
  const timer = setInterval(onChange, 1_000);
  return () => clearInterval(timer);
}

/** The current time in whole seconds, updated every second. */
function useSeconds(): number {
  return useSyncExternalStore(subscribe, () => Math.floor(Date.now() / 1_000));
}
