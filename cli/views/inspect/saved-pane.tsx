import { Text } from "ink";
import { fitTo } from "../../output/fit-to";
import { printable } from "../../output/printable";
import { scrollIntoView } from "./click-list";
import { layOut } from "./layout";
import type { SavedDialog } from "./saved-dialog";
import type { State } from "./state";

const NAME_COLUMNS = 20;

/** The saved filters, numbered, in place of the detail. */
export function SavedPane({ state, dialog }: { state: State; dialog: SavedDialog }) {
  const { filters, cursor, stage, error } = dialog;
  const { detailRows, detailColumns } = layOut(state.size);
  const height = detailRows - 3;
  const top = scrollIntoView({ cursor, top: 0, height });
  const chosen = filters?.[cursor];
  return (
    <>
      <Text bold>Saved filters</Text>
      {(filters ?? []).slice(top, top + height).map(({ name, text }, i) => {
        const place = top + i;
        const isSelected = place === cursor;
        const line = `${place < 9 ? place + 1 : " "} ${fitTo(name, NAME_COLUMNS)} ${text}`;
        return (
          <Text key={name} inverse={isSelected} wrap="truncate">
            {fitTo(`${isSelected ? ">" : " "}${line}`, detailColumns)}
          </Text>
        );
      })}
      {filters?.length === 0 ? <Text dimColor>None. F saves the current filter.</Text> : null}
      {error ? (
        <Text color="red" wrap="truncate">
          {printable(error)}
        </Text>
      ) : null}
      {stage === "asking" && chosen ? (
        <Text bold wrap="truncate">
          Delete {printable(chosen.name)}? [y/n]
        </Text>
      ) : null}
    </>
  );
}
