import { Box, Text } from "ink";
import wrapAnsi from "wrap-ansi";
import type { Column, Row, Source, Tone } from "../frame/host";
import { fitTo, printable } from "../frame/output";
import {
  type ActDialog,
  countNewer,
  keyedActs,
  type Size,
  type State,
  selectedPlace,
  selectedRow,
} from "./state";

const colours: Partial<Record<Tone, string>> = { good: "green", bad: "red", warn: "yellow" };

/** Renders the whole screen from the state, without side effects. */
export function Screen({ state }: { state: State }) {
  const { size, dialog, source } = state;
  if (size.columns < SMALLEST.columns || size.rows < SMALLEST.rows) {
    return (
      <Text>
        This needs {SMALLEST.columns} columns and {SMALLEST.rows} rows; the window has{" "}
        {size.columns} and {size.rows}. Enlarge it, or press q to quit.
      </Text>
    );
  }
  const whole = dialog?.kind === "help" ? helpLines(source) : detailLines(state, size.columns);
  return (
    <>
      <Header state={state} />
      {dialog && dialog.kind !== "act" ? (
        <Box flexDirection="column" flexGrow={1} overflow="hidden">
          <Lines lines={whole.slice(dialog.top, dialog.top + size.rows - 3)} />
        </Box>
      ) : (
        <Body state={state} />
      )}
      <Text color={state.message?.tone === "good" ? "green" : "gray"} wrap="truncate">
        {fitTo(state.message?.text ?? "", size.columns)}
      </Text>
      <Text dimColor wrap="truncate">
        {fitTo(describeKeys(state), size.columns)}
      </Text>
    </>
  );
}

function Header({ state }: { state: State }) {
  const { page, problem, size, view } = state;
  const status = describeAge(state);
  const chosen = state.chosen.size === 0 ? "" : `${state.chosen.size} chosen`;
  const parts = [view.name, chosen, page ? page.title : "reading …"];
  const title = parts.filter(Boolean).join(" · ");
  const warning = problem ?? page?.warning ?? null;
  return (
    <>
      <Text inverse {...(problem === null ? {} : { color: "red" })} wrap="truncate">
        {fitTo(` ${title}`, size.columns - status.length - 2)} {status}{" "}
      </Text>
      {warning === null ? null : (
        <Text color="red" wrap="truncate">
          {fitTo(warning, size.columns)}
        </Text>
      )}
    </>
  );
}

function describeAge(state: State): string {
  const age = Math.max(0, Math.floor((state.now - state.readAt) / 1_000));
  if (state.problem !== null) return `not live, ${age} s old`;
  const newer = countNewer(state);
  return newer > 0 ? `${newer} newer: g` : `live, ${age} s old`;
}

/** List and detail. A warning below the header takes one row of the list. */
function Body({ state }: { state: State }) {
  const { size, dialog, problem, page } = state;
  const { isSideBySide, listColumns, detailColumns, detailRows, listRows } = layOut(size);
  const warned = problem === null && (page?.warning ?? null) === null ? 0 : 1;
  return (
    <Box flexDirection={isSideBySide ? "row" : "column"} flexGrow={1} overflow="hidden">
      <List state={state} columns={listColumns} rows={listRows - warned} />
      {isSideBySide ? (
        <Box width={BORDER_COLUMNS} flexShrink={0}>
          <Text dimColor>{Array.from({ length: size.rows - 3 }, () => " │").join("\n")}</Text>
        </Box>
      ) : (
        <Text dimColor>{"─".repeat(size.columns)}</Text>
      )}
      <Box flexDirection="column" width={detailColumns} height={detailRows} overflow="hidden">
        {dialog?.kind === "act" ? (
          <ActLines dialog={dialog} rows={detailRows} />
        ) : (
          <Detail state={state} columns={detailColumns} rows={detailRows} />
        )}
      </Box>
    </Box>
  );
}

type ListProps = { state: State; columns: number; rows: number };

/** The selected row is in the middle, except near the ends. */
function List({ state, columns, rows: height }: ListProps) {
  const { rows, source, page, view } = state;
  const shown = view.columns ?? source.columns;
  const place = selectedPlace(state);
  const top = Math.max(0, Math.min(place - Math.floor(height / 2), rows.length - height));
  const headings = shown.map(({ heading }) => heading);
  return (
    <Box flexDirection="column" width={columns} height={height + 1} flexShrink={0}>
      <Text dimColor>{` ${toLine(headings, shown, columns - 1)}`}</Text>
      {rows.slice(top, top + height).map((row) => (
        <ListedRow
          key={row.key}
          row={row}
          line={toLine(row.cells, shown, columns - 1)}
          isSelected={row.key === state.selected}
          isChosen={state.chosen.has(row.key)}
        />
      ))}
      {rows.length === 0 ? <Text dimColor> {page ? source.emptyText : "Reading …"}</Text> : null}
    </Box>
  );
}

type ListedRowProps = { row: Row; line: string; isSelected: boolean; isChosen: boolean };

function ListedRow({ row, line, isSelected, isChosen }: ListedRowProps) {
  const colour = row.tone && colours[row.tone];
  return (
    <Text
      inverse={isSelected}
      bold={isSelected}
      dimColor={row.tone === "faint"}
      {...(colour ? { color: colour } : {})}
      wrap="truncate"
    >
      {(isChosen ? "*" : isSelected ? ">" : " ") + line}
    </Text>
  );
}

function toLine(cells: readonly string[], columns: readonly Column[], width: number): string {
  const fixed = columns.reduce((sum, column) => sum + column.width, columns.length - 1);
  return columns
    .map((column, index) => fitTo(cells[index] ?? "", column.width || width - fixed, column.side))
    .join(" ");
}

function Detail({ state, columns, rows }: ListProps) {
  const lines = detailLines(state, columns);
  const hasMore = lines.length > rows;
  const shown = lines.slice(0, hasMore ? rows - 1 : rows);
  return (
    <>
      <Lines lines={shown} />
      {hasMore ? <Text dimColor>enter: {lines.length - shown.length} more lines</Text> : null}
    </>
  );
}

function Lines({ lines }: { lines: readonly string[] }) {
  return lines.map((line, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a line has nothing but its place
    <Text key={index} wrap="truncate">
      {printable(line) || " "}
    </Text>
  ));
}

function ActLines({ dialog, rows }: { dialog: ActDialog; rows: number }) {
  const { name, act, reason, stage, lines, isError } = dialog;
  return (
    <>
      <Box flexDirection="column" flexShrink={0}>
        <Text bold color="cyan" wrap="truncate">
          {printable(`${name}: ${act.label}`)}
        </Text>
        <Text dimColor wrap="truncate">
          {printable(["fairclick", ...act.command, ...act.subjects].join(" "))}
        </Text>
        {act.stake === null ? null : (
          <Text color="yellow" wrap="truncate">
            {printable(act.stake)}
          </Text>
        )}
        <Text wrap="truncate-start">
          <Text dimColor={stage !== "asking"}>{act.prompt}: </Text>
          {printable(reason)}
          {stage === "asking" ? <Text inverse> </Text> : null}
        </Text>
      </Box>
      <Box flexDirection="column" flexShrink={1} overflow="hidden">
        <Text {...(isError ? { color: "red" } : {})}>
          {lines.slice(0, rows).map(printable).join("\n")}
        </Text>
      </Box>
      {stage === "asking" ? null : (
        <Box flexShrink={0}>
          <Text bold>{stageTexts[stage]}</Text>
        </Box>
      )}
    </>
  );
}

const stageTexts = {
  checking: "Checking what it will change …",
  confirming: "Apply? [y/n]",
  doing: "Applying …",
};

const actKeys = {
  asking: "enter preview  esc cancel",
  checking: "esc cancel",
  confirming: "y apply  n cancel",
  doing: "",
};

function describeKeys(state: State): string {
  const { dialog, page } = state;
  if (dialog?.kind === "act") return actKeys[dialog.stage];
  if (dialog) return "↑↓ scroll  any other key goes back";
  const row = selectedRow(state);
  const keyed = [...keyedActs(state).acts, ...(row?.views ?? []), ...(page?.views ?? [])];
  const own = keyed.map(({ key, label }) => `${key} ${label}`);
  return ["? help", "q quit", "tab list", "space choose", ...own].join("  ");
}

/** Returns everything known about the selected row, wrapped to the given columns. */
export function detailLines(state: State, columns: number): string[] {
  const row = selectedRow(state);
  if (!row) return [];
  const output = row.show ? (state.outputs.get(row.key) ?? ["Reading …"]) : [];
  return [...row.about, ...output].flatMap((line) =>
    wrapAnsi(printable(line), columns, { hard: true, trim: false }).split("\n"),
  );
}

/** Returns the keys of every screen, then those of this one. */
export function helpLines({ help }: Source): string[] {
  return [
    "↑ ↓ j k         move; PgUp and PgDn by a page, Home and End to the first and last",
    "enter           the whole detail of the selected row",
    "tab ← →         other lists                esc  the list before, at the same row",
    "space *         choose a row, or all: the keys of acts then act on all chosen rows",
    "g               to the top, and read everything again",
    "u               undo the last act, if it can be undone",
    "q               quit",
    "",
    ...help,
    "",
    "Each act asks for a reason, shows what it will change, and asks before it does. The same",
    "command lines work without this screen.",
  ];
}

/** Layout of list and detail: side by side on a wide screen, else one above the other. */
type Layout = {
  isSideBySide: boolean;
  listColumns: number;
  listRows: number;
  detailColumns: number;
  detailRows: number;
};

const SMALLEST: Size = { columns: 80, rows: 24 };
const BORDER_COLUMNS = 3;

const WIDE_COLUMNS = 140;
/** Header, column headings, message and keys. */
const FRAME_ROWS = 4;

export function layOut({ columns, rows }: Size): Layout {
  const body = rows - FRAME_ROWS;
  if (columns >= WIDE_COLUMNS) {
    const listColumns = Math.floor((columns - BORDER_COLUMNS) / 2);
    return {
      isSideBySide: true,
      listColumns,
      listRows: body,
      detailColumns: columns - BORDER_COLUMNS - listColumns,
      detailRows: body + 1,
    };
  }
  const listRows = Math.floor((body - 1) / 2);
  return {
    isSideBySide: false,
    listColumns: columns,
    listRows,
    detailColumns: columns,
    detailRows: body - 1 - listRows,
  };
}
