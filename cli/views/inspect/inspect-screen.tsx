import { Box, Text } from "ink";
import { ActPane } from "./act-pane";
import { ClickListPane } from "./click-list-pane";
import { DetailPane } from "./detail-pane";
import { Footer } from "./footer";
import { GroupListPane } from "./group-list-pane";
import { GroupPane } from "./group-pane";
import { Header } from "./header";
import { HelpPane } from "./help-pane";
import { isTooSmall, layOut, SMALLEST } from "./layout";
import { RankListPane, RankPane } from "./rank-pane";
import { RelatedPane } from "./related-pane";
import { SavedPane } from "./saved-pane";
import type { State } from "./state";
import { TimelinePane } from "./timeline-pane";

/** Renders the whole screen from the state, without side effects. */
export function InspectScreen({ state }: { state: State }) {
  const { size, dialog, groups, ranks } = state;
  if (isTooSmall(size)) return <TooSmall state={state} />;
  const { isSideBySide, listColumns, detailColumns } = layOut(size);
  if (dialog?.kind === "help") return <HelpPane size={size} top={dialog.top} />;
  if (dialog?.kind === "related") return <RelatedPane dialog={dialog} size={size} />;
  const list = ranks ? (
    <RankListPane state={state} ranks={ranks} columns={listColumns} />
  ) : groups ? (
    <GroupListPane state={state} groups={groups} columns={listColumns} />
  ) : (
    <ClickListPane state={state} columns={listColumns} />
  );
  return (
    <>
      <Header state={state} />
      <Box flexDirection={isSideBySide ? "row" : "column"} flexGrow={1}>
        {list}
        {isSideBySide ? (
          <Border rows={size.rows - 3} />
        ) : (
          <Text dimColor>{"─".repeat(size.columns)}</Text>
        )}
        <Box flexDirection="column" width={detailColumns}>
          <BesideList state={state} />
        </Box>
      </Box>
      <Footer state={state} />
    </>
  );
}

function BesideList({ state }: { state: State }) {
  if (state.dialog?.kind === "act") return <ActPane state={state} dialog={state.dialog} />;
  if (state.dialog?.kind === "saved") return <SavedPane state={state} dialog={state.dialog} />;
  if (state.dialog?.kind === "timeline") {
    return <TimelinePane state={state} timeline={state.dialog} />;
  }
  if (state.ranks) return <RankPane state={state} />;
  return state.groups ? <GroupPane state={state} /> : <DetailPane state={state} />;
}

function Border({ rows }: { rows: number }) {
  return (
    <Box width={3} flexShrink={0}>
      <Text dimColor>{Array.from({ length: rows }, () => " │").join("\n")}</Text>
    </Box>
  );
}

function TooSmall({ state: { size } }: { state: State }) {
  return (
    <Text>
      This needs {SMALLEST.columns} columns and {SMALLEST.rows} rows; the window has {size.columns}{" "}
      and {size.rows}. Enlarge it, or press q to quit.
    </Text>
  );
}
