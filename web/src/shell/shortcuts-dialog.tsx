import { t } from "@fairclick/core/language/t";
import { type ReactNode, useState } from "react";
import { rich } from "../language/rich";
import { Dialog } from "../ui/dialog";
import { Switch } from "../ui/switch";
import { areShortcutsOn, lettered, SEARCH_KEYS, setShortcuts } from "./shortcuts";

export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const [on, setOn] = useState(areShortcutsOn);
  const change = (next: boolean) => {
    setShortcuts(next);
    setOn(next);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t`Keyboard shortcuts`}
      description={t`They do nothing while you type or a dialog is open.`}
    >
      <table className="w-full">
        <thead className="sr-only">
          <tr>
            <th>{t`Action`}</th>
            <th>{t`Keys`}</th>
          </tr>
        </thead>
        <tbody>
          <Row name={t`Show this list`} keys={<Key>?</Key>} />
          <Row name={t`Search everything`} keys={<Key>{SEARCH_KEYS}</Key>} />
          <Row name={t`Search on this page`} keys={<Key>/</Key>} />
          <Row name={t`Create a campaign`} keys={<Key>n</Key>} />
          {lettered.map(({ letter, name }) => (
            <Row
              key={letter}
              name={t`Open ${name}`}
              keys={rich`${<Key>g</Key>} then ${<Key>{letter}</Key>}`}
            />
          ))}
          <Row name={t`Close a dialog or a menu`} keys={<Key>{t`Esc`}</Key>} />
        </tbody>
      </table>
      <div className="mt-5 flex items-center justify-between gap-4 pt-4 perforation">
        <p>
          <span className="font-semibold">{t`Shortcuts of single keys`}</span>
          <span className="block text-sm text-soft">
            {t`Turn them off if speech input or a screen reader presses them by accident. Screen readers use letters themselves: switch to focus mode first.`}
          </span>
        </p>
        <Switch label={t`Shortcuts of single keys`} checked={on} onChange={change} />
      </div>
    </Dialog>
  );
}

function Row({ name, keys }: { name: string; keys: ReactNode }) {
  return (
    <tr className="border-rule border-b last:border-b-0">
      <th scope="row" className="py-2 text-left font-normal">
        {name}
      </th>
      <td className="whitespace-nowrap py-2 text-right text-soft">{keys}</td>
    </tr>
  );
}

function Key({ children }: { children: string }) {
  return (
    <kbd className="inline-block min-w-7 rounded-md border-2 border-edge bg-ground px-1.5 text-center font-figures text-ink text-sm">
      {children}
    </kbd>
  );
}
