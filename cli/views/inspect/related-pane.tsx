import { Box, Text } from "ink";
import { fitTo } from "../../output/fit-to";
import type { Size } from "./layout";
import { type RelatedDialog, relatedRows } from "./related-dialog";

/** The accounts that are tied to a creator, over the whole screen. */
export function RelatedPane({ dialog, size }: { dialog: RelatedDialog; size: Size }) {
  const { lines, error, top, name } = dialog;
  const shown = (lines ?? []).slice(top, top + relatedRows(size));
  const waiting = error ?? (lines ? null : "Looking for related accounts …");
  return (
    <Box flexDirection="column" height={size.rows} paddingX={1}>
      <Text inverse>{fitTo(`Accounts related to ${name}`, size.columns - 2)}</Text>
      {waiting ? <Text>{waiting}</Text> : null}
      {shown.map((line, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line has nothing but its place
        <Text key={i} wrap="truncate">
          {line || " "}
        </Text>
      ))}
      <Box flexGrow={1} />
      <Text dimColor>↑↓ scroll Any other key closes this.</Text>
    </Box>
  );
}
