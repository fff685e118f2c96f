import { Box, Text } from "ink";
import { type HelpLine, helpLines, helpRows } from "./help-lines";
import type { Size } from "./layout";

const KEY_COLUMNS = 12;

export function HelpPane({ size, top }: { size: Size; top: number }) {
  const shown = helpLines.slice(top, top + helpRows(size));
  const below = helpLines.length - top - shown.length;
  return (
    <Box flexDirection="column" height={size.rows} paddingX={1}>
      {shown.map((line, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line has nothing but its place
        <Line key={i} line={line} />
      ))}
      <Box flexGrow={1} />
      <Text dimColor wrap="truncate">
        {below > 0 ? `↓ ${below} more lines. ` : ""}Any other key closes this.
      </Text>
    </Box>
  );
}

function Line({ line: { kind, keys, text } }: { line: HelpLine }) {
  if (kind === "blank") return <Text> </Text>;
  if (kind === "title") return <Text bold>{text}</Text>;
  return (
    <Text wrap="truncate">
      <Text color="cyan">{keys.padEnd(KEY_COLUMNS)}</Text>
      {text}
    </Text>
  );
}
