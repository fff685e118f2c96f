import type { TodoItem } from "@fairclick/core/operations/todo-schema";
import { Box, Text } from "ink";
import { describeProblem } from "../../output/describe-problem";
import { fitTo } from "../../output/fit-to";
import { formatAge, formatMicros } from "../../output/format";
import { printable } from "../../output/printable";
import { isTooSmall, SMALLEST } from "../inspect/layout";
import { findActions, kindNames } from "./todo-acts";
import { TodoDialog } from "./todo-dialog";
import { itemKey, listItems, selectedIndex, type TodoState } from "./todo-state";

/** Header, headings, separator, message and keys. */
const FRAME_ROWS = 5;
const PANE_ROWS = 8;

/** Renders the whole screen from the state, without side effects. */
export function TodoScreen({ state }: { state: TodoState }) {
  const { size, dialog } = state;
  if (isTooSmall(size)) {
    return (
      <Text>
        This needs {SMALLEST.columns} columns and {SMALLEST.rows} rows; the window has{" "}
        {size.columns} and {size.rows}. Enlarge it, or press q to quit.
      </Text>
    );
  }
  const items = listItems(state);
  const selected = items[selectedIndex(state, items)];
  const isWhole = dialog?.kind === "show" || dialog?.kind === "help";
  return (
    <>
      <Header state={state} />
      {isWhole ? (
        <TodoDialog state={state} rows={size.rows - 3} />
      ) : (
        <>
          <List state={state} items={items} rows={size.rows - FRAME_ROWS - PANE_ROWS} />
          <Text dimColor>{"─".repeat(size.columns)}</Text>
          <Box flexDirection="column" height={PANE_ROWS} overflow="hidden">
            {dialog ? <TodoDialog state={state} rows={PANE_ROWS} /> : <Detail item={selected} />}
          </Box>
        </>
      )}
      <Text color={state.message?.tone === "good" ? "green" : "gray"} wrap="truncate">
        {fitTo(state.message?.text ?? "", size.columns)}
      </Text>
      <Text dimColor wrap="truncate">
        {fitTo(describeKeys(state, selected), size.columns)}
      </Text>
    </>
  );
}

function Header({ state }: { state: TodoState }) {
  const { todo, problem, size, order, kind } = state;
  const count = todo?.sums.reduce((sum, each) => sum + each.count, 0) ?? 0;
  const what = kind ? `only ${kindNames[kind]}` : "everything";
  const title = todo
    ? ` To do: ${count} wait, ${what}, by ${order}${describeHidden(state)}`
    : " To do: reading …";
  const age = Math.max(0, Math.floor((state.now - state.readAt) / 1_000));
  const [first] = todo?.problems ?? [];
  const warning = problem ?? (first ? printable(describeProblem(first)) : null);
  const status = problem ? `not live, ${age} s old` : `${age} s old`;
  return (
    <>
      <Text inverse {...(problem ? { color: "red" } : {})} wrap="truncate">
        {fitTo(title, size.columns - status.length - 2)} {status}{" "}
      </Text>
      {warning ? (
        <Text color="red" wrap="truncate">
          {fitTo(warning, size.columns)}
        </Text>
      ) : null}
    </>
  );
}

/** Says how many kinds the scopes of the token hide; empty if none. */
function describeHidden({ todo }: TodoState): string {
  const hidden = todo?.hidden.length ?? 0;
  return hidden === 0 ? "" : `; ${hidden} kinds are hidden from your token`;
}

type ListProps = { state: TodoState; items: readonly TodoItem[]; rows: number };

function List({ state, items, rows }: ListProps) {
  const place = selectedIndex(state, items);
  const top = Math.max(0, Math.min(place - Math.floor(rows / 2), items.length - rows));
  if (state.todo && items.length === 0) {
    return (
      <Box flexDirection="column" height={rows + 1}>
        <Text color="green">Nothing waits.</Text>
      </Box>
    );
  }
  return (
    <Box flexDirection="column" height={rows + 1} overflow="hidden">
      <Text dimColor wrap="truncate">
        {formatRow(["what", "age", "money", "who", "about"], state.size.columns)}
      </Text>
      {items.slice(top, top + rows).map((item) => (
        <Row
          key={itemKey(item)}
          item={item}
          state={state}
          isSelected={items.indexOf(item) === place}
        />
      ))}
    </Box>
  );
}

type RowProps = { item: TodoItem; state: TodoState; isSelected: boolean };

function Row({ item, state, isSelected }: RowProps) {
  const { kind, waitsSince, micros, who, about } = item;
  const cells = [
    `${isLate(item, state) ? "!" : " "}${kindNames[kind]}`,
    formatAge(waitsSince, new Date(state.now)),
    micros === null ? "" : formatMicros(micros),
    who ?? "",
    about,
  ] as const;
  return (
    <Text
      inverse={isSelected}
      {...(isLate(item, state) ? { color: "yellow" } : {})}
      wrap="truncate"
    >
      {formatRow(cells, state.size.columns)}
    </Text>
  );
}

function isLate({ kind, waitsSince }: TodoItem, { todo, now }: TodoState): boolean {
  const hours = todo?.sums.find((sum) => sum.kind === kind)?.lateAfterHours ?? 0;
  return now - Date.parse(waitsSince) > hours * 3_600_000;
}

type Cells = readonly [string, string, string, string, string];

function formatRow([kind, age, money, who, about]: Cells, columns: number): string {
  const left = `${fitTo(kind, 14)} ${fitTo(age, 6, "right")} ${fitTo(money, 11, "right")}  `;
  const name = `${fitTo(who, 16)} `;
  return left + name + fitTo(about, columns - left.length - 17);
}

function Detail({ item }: { item: TodoItem | undefined }) {
  if (!item) return null;
  const { show, acts } = findActions(item);
  const of = [item.who, item.campaign && `campaign ${item.campaign}`].filter(Boolean).join(", ");
  return (
    <>
      <Text bold wrap="truncate">
        {printable(`${kindNames[item.kind]} ${item.id}${of ? `  ${of}` : ""}`)}
      </Text>
      <Text wrap="wrap">{printable(item.about)}</Text>
      {show ? (
        <Text dimColor wrap="truncate">
          {`enter  fairclick ${printable(show.join(" "))}`}
        </Text>
      ) : null}
      {acts.map(({ key, command }) => (
        <Text key={key} dimColor wrap="truncate">
          {`${key}      fairclick ${printable(command.join(" "))}`}
        </Text>
      ))}
    </>
  );
}

function describeKeys({ dialog }: TodoState, item: TodoItem | undefined): string {
  if (dialog?.kind === "act") return actKeys[dialog.stage];
  if (dialog?.kind === "show") return "↑↓ scroll  esc back to the list";
  const acts = item ? findActions(item).acts.map(({ key, label }) => `${key} ${label}`) : [];
  return [...acts, "enter show", "s sort", "tab kind", "? help", "q quit"].join("  ");
}

const actKeys = {
  asking: "enter preview  esc cancel",
  checking: "checking what it will change …  esc cancel",
  confirming: "y apply  n cancel",
  doing: "applying …",
};
