import { Box, Text } from "ink";
import type { Size } from "./layout";

const chapters: [string, [string, string][]][] = [
  [
    "Looking around",
    [
      ["↑ ↓ j k", "move; PgUp, PgDn and space by a page"],
      ["g G", "to the newest; to the last that is here"],
      ["tab enter esc", "into the detail; back, then to all that is flagged"],
      ["1 2 3", "clicks; by link; by address"],
      ["c o i", "the creator's clicks; the link's; the address's, paid ones too"],
      ["/", "filter: held signal:vpn creator:chris 203.0.113.0/24 from:2h"],
      ["R", "read again"],
    ],
  ],
  [
    "Acting; each asks why, and shows what it will change before it does",
    [
      ["a x r", "approve; reject; take back pay. With an appeal: accept; decline"],
      ["l s n", "disable the link; suspend the creator; deny the address"],
      ["u", "take back what was done last here; rejected clicks it can only pay"],
    ],
  ],
  ["Signs", [["? x + - .", "held, invalid, valid, unpaid, not judged yet; ! has an appeal"]]],
];

export function HelpPane({ size }: { size: Size }) {
  return (
    <Box flexDirection="column" height={size.rows} paddingX={1}>
      {chapters.map(([title, keys]) => (
        <Box key={title} flexDirection="column" marginBottom={1}>
          <Text bold>{title}</Text>
          {keys.map(([key, what]) => (
            <Text key={key} wrap="truncate">
              <Text color="cyan">{key.padEnd(15)}</Text>
              {what}
            </Text>
          ))}
        </Box>
      ))}
      <Text dimColor>Any key closes this. q or Ctrl-C leaves.</Text>
    </Box>
  );
}
