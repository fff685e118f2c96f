import { listReasonNames } from "@fairclick/core/clicks/category-names";
import { t } from "@fairclick/core/language/t";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type KeyboardEvent, useEffect, useId, useState } from "react";
import { joinedQuery, ownCampaignsQuery } from "../queries/campaigns";
import { useUser } from "../session/session";
import { Dialog } from "../ui/dialog";
import { openAddress, places, publicPlaces } from "./places";

/** `words`: what else finds it. */
type Target = { to: string; name: string; words?: string };
type Group = { title: string; targets: readonly Target[] };

const MAX_TEXT = 100;
const MAX_OF_GROUP = 20;

/** Searches pages, acts, and the user's campaigns and links by their names. */
export function SearchDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const id = useId();
  const [text, setText] = useState("");
  const [index, setIndex] = useState(0);
  const groups = useGroups(text);
  const found = groups.flatMap(({ targets }) => targets);
  const chosen = found[Math.min(index, found.length - 1)];
  const idOf = ({ to }: Target) => `${id}${to}`;
  const chosenId = chosen && idOf(chosen);
  useEffect(() => {
    if (chosenId) document.getElementById(chosenId)?.scrollIntoView({ block: "nearest" });
  }, [chosenId]);

  const open = ({ to }: Target) => {
    onClose();
    openAddress(to, navigate);
  };
  const pressKey = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.nativeEvent.isComposing || !chosen || !(step || event.key === "Enter")) return;
    event.preventDefault();
    if (step) setIndex((found.indexOf(chosen) + step + found.length) % found.length);
    else open(chosen);
  };

  return (
    <Dialog open onClose={onClose} title={t`Search everything`}>
      <input
        type="text"
        role="combobox"
        autoFocus
        aria-label={t`Search everything`}
        aria-autocomplete="list"
        aria-expanded={found.length > 0}
        aria-controls={id}
        aria-activedescendant={chosenId}
        autoComplete="off"
        spellCheck={false}
        maxLength={MAX_TEXT}
        value={text}
        placeholder={t`Page, action, campaign or link`}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value);
          setIndex(0);
        }}
        onKeyDown={pressKey}
        className="min-h-12 w-full rounded-md border-2 border-edge bg-paper px-3 placeholder:text-soft"
      />
      <div
        id={id}
        role="listbox"
        aria-label={t`Results`}
        className="mt-3 h-[min(26rem,50dvh)] overflow-y-auto overscroll-contain"
      >
        {groups.map(({ title, targets }) => (
          // biome-ignore lint/a11y/useSemanticElements: a listbox groups its options by this role
          <div key={title} role="group" aria-label={title}>
            <p aria-hidden="true" className="px-3 pt-3 pb-1 text-sm text-soft">
              {title}
            </p>
            {targets.map((target) => (
              <a
                key={target.to}
                id={idOf(target)}
                role="option"
                aria-selected={target === chosen}
                tabIndex={-1}
                href={target.to}
                onMouseMove={() => setIndex(found.indexOf(target))}
                onClick={(event) => {
                  if (event.metaKey || event.ctrlKey || event.shiftKey) return;
                  event.preventDefault();
                  open(target);
                }}
                className="block truncate rounded-md px-3 py-2 font-semibold text-ink no-underline aria-selected:bg-marker aria-selected:text-on-marker"
              >
                {target.name}
              </a>
            ))}
          </div>
        ))}
      </div>
    </Dialog>
  );
}

const createCampaign = { to: "/app/campaigns/create", name: t`Create a campaign` };

const acts = [
  { to: "/app/payments?dialog=withdraw", name: t`Withdraw` },
  { to: "/app/payments?dialog=add-funds", name: t`Add Funds` },
  { to: "/app/payments?dialog=refund", name: t`Get Money Back`, words: t`refund` },
  createCampaign,
];

/** Parts of pages, found by what is typed alone. */
const sections = [
  { to: "/terms#refunds", name: t`Terms: refunds` },
  { to: "/terms#withdrawals", name: t`Terms: withdrawals` },
];

const reasons = listReasonNames().join(" ");

/** Returns what the text finds, without empty groups; campaigns and links only if there is a text. */
function useGroups(text: string): Group[] {
  const isUser = useUser() !== null;
  const { data: own = [] } = useQuery({ ...ownCampaignsQuery, enabled: isUser });
  const { data: joined = [] } = useQuery({ ...joinedQuery, enabled: isUser });
  const typed = text.trim();
  const toTargets = (campaigns: { _id: string; name: string }[], path: string) =>
    typed === "" ? [] : campaigns.map(({ _id, name }) => ({ to: `${path}/${_id}`, name }));
  const market = isUser ? "/app/creator-hub" : "/campaigns";
  const groups: Group[] = [
    { title: t`Actions`, targets: isUser ? acts : [createCampaign] },
    {
      title: t`Pages`,
      targets: [...(isUser ? places : publicPlaces), ...(typed === "" ? [] : sections)],
    },
    { title: t`Your campaigns`, targets: toTargets(own, "/app/campaigns") },
    { title: t`Your links`, targets: toTargets(joined, "/app/links") },
  ];
  const find = (words: string[]) =>
    groups
      .map(({ title, targets }) => ({
        title,
        targets: targets.filter((target) => hasAll(target, words)).slice(0, MAX_OF_GROUP),
      }))
      .filter(({ targets }) => targets.length > 0);
  const words = simplify(typed).split(/\s+/);
  const longer = words.filter((word) => word.length > 3);
  const exact = find(words);
  // No target has all of "my own clicks".
  const found = exact.length > 0 || longer.length === 0 ? exact : find(longer);
  if (typed !== "") {
    const to = `${market}?${new URLSearchParams({ search: typed })}`;
    const name = t`Search all campaigns for “${typed}”`;
    found.push({ title: t`All campaigns`, targets: [{ to, name }] });
  }
  return found;
}

function hasAll({ to, name, words: other = "" }: Target, words: string[]): boolean {
  const simple = simplify(`${name} ${other} ${to === "/rules" ? reasons : ""}`);
  return words.every((word) => simple.includes(word));
}

/** Without capitals and accents. */
function simplify(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}
